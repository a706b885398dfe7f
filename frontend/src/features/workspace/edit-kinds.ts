// The kinds of edits that wait for a connection.
import { annotationKind } from '@/features/annotations/annotation-kind';
import type { EditKind } from '@/features/edits/edit-queue';
import { networkError } from '@/lib/errors';
import { lazyPart } from '@/lib/lazy-part';

import type * as Loaded from './edit-handlers';

/** The first view has priority over what is loaded before a connection may be lost. */
export const AFTER_FIRST_VIEW_MS = 2_000;

type Handlers = typeof Loaded;

let loaded: Handlers | undefined;

async function loadHandlers(): Promise<Handlers> {
  // Browsers keep the failure of an import until the page is reloaded, so none is tried that has to fail.
  if (!loaded && !navigator.onLine) throw networkError();
  loaded ??= await import('./edit-handlers');
  return loaded;
}

/** Load what sends edits before a connection may be lost. */
export const useEditHandlers = lazyPart(loadHandlers);

export const EDIT_KINDS: Readonly<Record<string, EditKind>> = {
  annotation: annotationKind,
  relation: { load: async () => (await loadHandlers()).relation },
  texts: { load: async () => (await loadHandlers()).texts },
  comment: { load: async () => (await loadHandlers()).comment },
  field: { load: async () => (await loadHandlers()).field },
  'document-label': { load: async () => (await loadHandlers()).documentLabel },
};
