// Items in the bin: kinds, texts and where they are after restoring them.
import { count } from '@/lib/format';

import type { BinKind } from './bin-kind';

interface KindTexts {
  one: string;
  many: string;
  /** what is removed with it */
  purged: string;
}

export const BIN_KINDS: Readonly<Record<BinKind, KindTexts>> = {
  DOCUMENT: { one: 'Document', many: 'Documents', purged: 'The file, its text, its attachments and its annotations are removed.' },
  CORPUS: { one: 'Corpus', many: 'Corpora', purged: 'Its annotations, labels and folders are removed. Its documents are kept.' },
  FOLDER: { one: 'Folder', many: 'Folders', purged: 'Its subfolders are removed. Its documents are kept.' },
  LABEL: { one: 'Label', many: 'Labels', purged: 'The annotations that were deleted with it are removed.' },
  ANNOTATION: { one: 'Annotation', many: 'Annotations', purged: 'The annotation is removed.' },
  FIELDSET: { one: 'Fieldset', many: 'Fieldsets', purged: 'Its questions are removed. Its extracts are kept.' },
  EXTRACT: { one: 'Extract', many: 'Extracts', purged: 'Its answers and their reviews are removed.' },
  COMMENT: { one: 'Comment', many: 'Comments', purged: 'Its text is removed.' },
};

const DAY_MS = 86_400_000;

/** Return when an item will be removed: "in 29 days". A nightly job removes what is due. */
export function removalTime(purgedAt: string, now: number = Date.now()): string {
  const days = Math.ceil((Date.parse(purgedAt) - now) / DAY_MS);
  return days > 0 ? `in ${count(days, 'day')}` : 'tonight';
}

interface Restored {
  uuid: string;
  kind: BinKind;
  corpusUuid: string | null;
  documentUuid: string | null;
}

/** Return the path of the page that shows a restored item. */
export function pathOf({ uuid, kind, corpusUuid, documentUuid }: Restored): string | undefined {
  if (kind === 'DOCUMENT') return `/d/${uuid}`;
  if (kind === 'CORPUS') return `/c/${uuid}`;
  if (!corpusUuid) return undefined;
  if (kind === 'FOLDER') return `/c/${corpusUuid}?folder=${uuid}`;
  if (kind === 'FIELDSET' || kind === 'EXTRACT') return `/c/${corpusUuid}`;
  if (kind === 'COMMENT' && !documentUuid) return `/c/${corpusUuid}?tab=comments`;
  if (kind === 'COMMENT') return `/d/${documentUuid}?c=${corpusUuid}`;
  if (kind === 'LABEL') return `/c/${corpusUuid}?tab=labels`;
  return documentUuid ? `/d/${documentUuid}?c=${corpusUuid}&a=${uuid}` : undefined;
}
