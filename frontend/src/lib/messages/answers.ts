// Texts about answers of language models.

import { t } from '@lingui/core/macro';

/** Return why a sentence is not verified: none of the sources that it names was found, or not all of them. */
export const unverifiedText = ({ citations }: { citations: readonly unknown[] }): string =>
  citations.length > 0 ? t`Not verified: the words of one of its sources were not found.` : t`Not verified: no words of a document support this sentence.`;
