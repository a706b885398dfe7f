// Sends edits one after another. Without a connection they wait, and are sent when it is back. Those that the server rejects are kept, too.
import { t } from '@lingui/core/macro';
import { hashKey, useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';

import { sessionOptions } from '@/features/session/api/session';
import { useConnection } from '@/lib/connection';
import { ApiError, isOffline, isSignedOut, toApiError } from '@/lib/errors';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import type { EditHandler, EditKind, EditQueue, Sending, Sent } from './edit-queue';
import type { EditScope, Ids, QueuedEdit } from './model/queued-edit';
import { confirmEdit, forgetEdit, noteRequest, placeOf, readStored, storeFailed, storeWaiting } from './model/stored-edits';
import { waitForEarlier } from './wait-for-edits';

// Loads again what shows an edit once the server has stored or rejected it.

/** An edit is shown as waiting until the page has loaded what it changed, or for this time. */
const MAX_REFETCH_MS = 3_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The lists that could not be loaded again while edits waited, as hashes of their keys. */
const stale = new Set<string>();

/**
 * Load these lists again. The list with the key of the queue shows edits that wait, which the server does not know yet: it is loaded
 * again after the last of them.
 */
async function refetchShown(queryClient: QueryClient, keys: readonly QueryKey[], mutationKey: QueryKey): Promise<void> {
  const list = hashKey(mutationKey);
  // The edit itself is one of them.
  const hasOthers = queryClient.isMutating({ mutationKey }) > 1;
  const isOfQueue = (key: QueryKey) => hashKey(key) === list;
  const isAffected = keys.some((key) => key.every((part, index) => part === mutationKey[index]));
  if (hasOthers && isAffected) stale.add(list);
  const wanted = !hasOthers && stale.delete(list) && !isAffected ? [...keys, mutationKey] : keys;
  const invalidate = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey, predicate: (query) => !hasOthers || !isOfQueue(query.queryKey) });
  await Promise.race([Promise.all(wanted.map(invalidate)), pause(MAX_REFETCH_MS)]);
}

const MAX_PAUSE_MS = 4_000;
const MAX_RETRIES = 5;

/** Retry until there is a connection, and a few times while the server starts. */
function shouldRetry(failures: number, error: Error): boolean {
  if (!isOffline(error)) return error instanceof ApiError && error.status >= 502 && failures < MAX_RETRIES;
  useConnection.getState().setLost(true);
  return true;
}

/** Keep an edit that cannot be saved, if it is worth that. Returns what describes it, unless that cannot be loaded. */
export async function storeRejected(kind: EditKind, { place, key, edit }: Omit<Sending, keyof EditScope>, error: Error): Promise<EditHandler | undefined> {
  const handler = await kind.load().catch(() => undefined);
  const { message, code } = toApiError(error);
  const description = handler ? handler.describe(edit) : { title: t`Change`, detail: '' };
  if (description) storeFailed(place, { key, edit, message, isConflict: code === 'edit_conflict', ...description });
  else forgetEdit(place, key);
  return handler;
}

interface Options extends EditScope {
  /** of the document, or of the corpus */
  title: string;
  /** the key of a list that is not loaded again while edits wait */
  mutationKey: QueryKey;
  kinds: Readonly<Record<string, EditKind>>;
  /** whether the lists that `onMade` of the kinds changes are loaded */
  isReady: boolean;
}

/** The user who made the edit has signed out. */
class SignedOutError extends Error {}

// The edits that tabs of this browser have sent: others know those that waited, too, and do not send them a second time.

const KEY = 'cartulary.sent-edits';
const LIMIT = 200;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
/** The key of an edit, and the ids of what the server has created. */
type Entry = readonly [key: string, ids: Ids];

function readSent(store: Store): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  } catch {
    return [];
  }
}

function addSent(entry: Entry, store: Store): void {
  try {
    store.setItem(KEY, JSON.stringify([...readSent(store), entry].slice(-LIMIT)));
  } catch {
    // Storage is full or switched off. The server stores an edit once, too.
  }
}

/** Return the ids of what the latest edits have created: a page shows it by its own ids until it has loaded it, also when no edit waits any more. */
export const sentIds = (store: Store = localStorage): Ids => Object.assign({}, ...readSent(store).map(([, ids]) => ids)) as Ids;

/** Run while no other tab runs for the same edit. Browsers have locks on secure pages only. */
const inTurn = <Result>(key: string, run: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(`edit:${key}`, run) as Promise<Result> : run();

/** Send an edit, unless another tab has sent it. */
export const sendOnce = (key: string, send: () => Promise<Sent>, store: Store = localStorage): Promise<Sent> =>
  inTurn(key, async () => {
    const entry = readSent(store).find(([sent]) => sent === key);
    if (entry) return { ids: entry[1], isByOther: true };
    const sent = await send();
    addSent([key, sent.ids ?? {}], store);
    return sent;
  });

function useSending({ documentId, corpusId, title, mutationKey, kinds }: Omit<Options, 'isReady'>) {
  const queryClient = useQueryClient();
  const currentUser = () => queryClient.getQueryData(sessionOptions.queryKey)?.username;
  const username = currentUser();
  const kindOf = ({ type }: QueuedEdit): EditKind => {
    const kind = kinds[type];
    if (!kind) throw new Error(`There is no kind of edits with the name ${type}.`);
    return kind;
  };
  const onRejected = async (sending: Sending, error: Error) => {
    const handler = await storeRejected(kindOf(sending.edit), sending, error);
    const text = handler?.failure?.(sending.edit);
    // Another user may have changed the same.
    if (handler) void refetchShown(queryClient, handler.affected(sending.edit, { documentId, corpusId }), mutationKey);
    if (text) showToast({ text: `${text} ${toApiError(error).message}`, tone: 'danger' });
  };
  return useMutation<Sent, Error, Sending>({
    // One after another: edits may depend on earlier ones.
    scope: { id: `edits-${documentId}-${corpusId}` },
    mutationKey,
    mutationFn: async ({ edit, key, place, ...scope }) => {
      if (currentUser() !== username) throw new SignedOutError();
      const { send } = await kindOf(edit).load();
      await waitForEarlier(queryClient, { key, place, edit });
      const ids = { ...sentIds(), ...readStored(place).ids };
      const sent = await sendOnce(key, () => send(noteRequest(place, { key, edit }), { ...scope, queryClient, ids }));
      confirmEdit(place, key, sent.ids ?? {});
      return sent;
    },
    retry: shouldRetry,
    retryDelay: (failures) => Math.min(MAX_PAUSE_MS, 500 * 2 ** failures),
    onMutate: ({ edit, key, place, ...scope }) => {
      storeWaiting(place, { key, edit }, title);
      return kindOf(edit).onMade?.(edit, { ...scope, queryClient });
    },
    onSuccess: async ({ onSaved, isByOther }, { edit, ...scope }) => {
      onSaved?.();
      const { affected } = await kindOf(edit).load();
      const keys = affected(edit, scope, isByOther);
      await refetchShown(queryClient, isByOther ? [...keys, mutationKey] : keys, mutationKey);
    },
    onError: async (error, sending) => {
      // Neither is anything of that user kept.
      if (currentUser() !== username) return;
      const { edit, ...scope } = sending;
      kindOf(edit).onFailed?.(edit, { ...scope, queryClient });
      // After signing in again, the edit is sent like one of an earlier page.
      if (!isSignedOut(error)) await onRejected(sending, error);
    },
  });
}

export function useSendEdits({ isReady, ...options }: Options): EditQueue {
  const { documentId, corpusId, mutationKey } = options;
  const queryClient = useQueryClient();
  const place = placeOf(queryClient.getQueryData(sessionOptions.queryKey)?.username ?? '', options);
  const { mutate } = useSending(options);
  const showAgain = ({ edit }: Sending) => void options.kinds[edit.type]?.onMade?.(edit, { documentId, corpusId, queryClient });

  const sendStored = useEffectEvent((from: string) => {
    const sending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
    // They wait by themselves, but the list was loaded without them.
    for (const { state } of sending) showAgain(state.variables as Sending);
    if (sending.length > 0) return;
    for (const { key, edit } of readStored(from).waiting) mutate({ key, place: from, edit, documentId, corpusId });
  });
  useEffect(() => void (isReady && sendStored(place)), [isReady, place]);

  const mutationKeyText = JSON.stringify(mutationKey);
  return useMemo(() => {
    const add = (edit: QueuedEdit) => mutate({ key: uuidv7(), place, edit, documentId, corpusId });
    return {
      mutationKey: JSON.parse(mutationKeyText) as QueryKey,
      place,
      add,
      retry: ({ key, edit, isConflict }) => {
        forgetEdit(place, key);
        add(isConflict ? { ...edit, overwrite: true } : edit);
      },
    };
  }, [mutate, place, documentId, corpusId, mutationKeyText]);
}
