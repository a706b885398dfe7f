// Items in the bin: kinds, texts and where they are after restoring them.
import { plural, t } from '@lingui/core/macro';


import type { BinKind } from './bin-kind';

interface KindTexts {
  one: string;
  many: string;
  /** what is removed with it */
  purged: string;
}

export const BIN_KINDS: Readonly<Record<BinKind, KindTexts>> = {
  DOCUMENT: { one: t`Document`, many: t`Documents`, purged: t`The file, its text, its attachments and its annotations are removed.` },
  CORPUS: { one: t`Corpus`, many: t`Corpora`, purged: t`Its annotations, labels and folders are removed. Its documents are kept.` },
  FOLDER: { one: t`Folder`, many: t`Folders`, purged: t`Its subfolders are removed. Its documents are kept.` },
  LABEL: { one: t`Label`, many: t`Labels`, purged: t`The annotations that were deleted with it are removed.` },
  FIELD: { one: t`Field`, many: t`Fields`, purged: t`The values that documents have for it are removed.` },
  ANNOTATION: { one: t`Annotation`, many: t`Annotations`, purged: t`The annotation is removed.` },
  FIELDSET: { one: t`Fieldset`, many: t`Fieldsets`, purged: t`Its questions are removed. Its extracts are kept.` },
  EXTRACT: { one: t`Extract`, many: t`Extracts`, purged: t`Its answers and their reviews are removed.` },
  COMMENT: { one: t`Comment`, many: t`Comments`, purged: t`Its text is removed.` },
};

const DAY_MS = 86_400_000;

/** Return when an item will be removed: "in 29 days". A nightly job removes what is due. */
export function removalTime(purgedAt: string, now: number = Date.now()): string {
  const days = Math.ceil((Date.parse(purgedAt) - now) / DAY_MS);
  return days > 0 ? plural(days, { one: 'in # day', other: 'in # days' }) : t`tonight`;
}

interface Restored {
  uuid: string;
  kind: BinKind;
  corpusUuid: string | null;
  documentUuid: string | null;
}

/** The tab of the page of the corpus that shows an item. */
const TABS: Partial<Record<BinKind, string>> = { LABEL: '?tab=labels', FIELD: '?tab=labels', COMMENT: '?tab=comments' };

/** Return the path of the page that shows a restored item. */
export function pathOf({ uuid, kind, corpusUuid, documentUuid }: Restored): string | undefined {
  if (kind === 'DOCUMENT') return `/d/${uuid}`;
  if (kind === 'CORPUS') return `/c/${uuid}`;
  if (!corpusUuid) return undefined;
  if (kind === 'FOLDER') return `/c/${corpusUuid}?folder=${uuid}`;
  if (kind === 'COMMENT' && documentUuid) return `/d/${documentUuid}?c=${corpusUuid}`;
  if (kind !== 'ANNOTATION') return `/c/${corpusUuid}${TABS[kind] ?? ''}`;
  return documentUuid ? `/d/${documentUuid}?c=${corpusUuid}&a=${uuid}` : undefined;
}
