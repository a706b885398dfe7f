// Texts about answers of language models.

import { t } from '@lingui/core/macro';

/** Return why a sentence is not verified: none of the sources that it names was found, or not all of them, or they are common words, or lack a number of the sentence. */
export const unverifiedText = ({ citations }: { citations: readonly unknown[] }): string =>
  citations.length > 0 ? t`Not verified: the words of one of its sources were not found, are too few to support this sentence, or do not contain a number in it.` : t`Not verified: no words of a document support this sentence.`;
