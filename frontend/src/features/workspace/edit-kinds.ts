// The kinds of edits that wait for a connection.
import { t } from '@lingui/core/macro';

import type { QueryKey } from '@tanstack/react-query';

import { annotationKind } from '@/features/annotations/annotation-kind';
import type { EditKind } from '@/features/edits/edit-queue';
import { networkError } from '@/lib/errors';
import { lazyPart } from '@/lib/lazy-part';
import { NOT_CONNECTED } from '@/lib/messages/general';
import { showToast } from '@/lib/toasts';

import type * as Loaded from './edit-handlers';

type Handlers = typeof Loaded;

let loaded: Handlers | undefined;
let hasFailed = false;

/** Ask for a reload, because browsers keep the failure of an import until then. The edits wait. */
function reportFailure(): void {
  if (!hasFailed) showToast({ text: NOT_CONNECTED, tone: 'danger', action: { label: t`Reload`, run: () => location.reload() } });
  hasFailed = true;
}

async function loadHandlers(): Promise<Handlers> {
  // None is tried that has to fail.
  if (!loaded && !navigator.onLine) throw networkError();
  try {
    loaded ??= await import('./edit-handlers');
  } catch {
    reportFailure();
    throw networkError();
  }
  return loaded;
}

/** Load what sends edits before a connection may be lost. */
export const useEditHandlers = lazyPart(loadHandlers);

/** Return the key of the edits that are made on the page of a corpus, or without one on that of all documents. */
export const pageEditsKey = (corpusId: string): QueryKey => ['page-edits', corpusId];

export const EDIT_KINDS: Readonly<Record<string, EditKind>> = {
  annotation: { ...annotationKind, load: async () => (await loadHandlers()).annotation },
  relation: { load: async () => (await loadHandlers()).relation },
  texts: { load: async () => (await loadHandlers()).texts },
  comment: { load: async () => (await loadHandlers()).comment },
  cell: { load: async () => (await loadHandlers()).cell },
  field: { load: async () => (await loadHandlers()).field },
  'document-labels': { load: async () => (await loadHandlers()).documentLabels },
  move: { load: async () => (await loadHandlers()).move },
};
