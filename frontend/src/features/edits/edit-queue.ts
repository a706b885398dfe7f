// The queue of the edits of a page: parts of the page add edits, and show those that wait.
import { useMutationState, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { create } from 'zustand';

import type { Description, EditScope, FailedEdit, Ids, QueuedEdit } from './model/queued-edit';

export interface SendContext extends EditScope {
  queryClient: QueryClient;
  ids: Ids;
}

export interface Sent {
  /** ids of what the server has created */
  ids?: Ids;
  /** another tab has sent it */
  isByOther?: boolean;
  /** called once the edit is no longer kept */
  onSaved?: () => void;
}

/** Sends the edits of one kind. A request may be repeated, and has to have its effect once. */
export interface EditHandler<Edit extends QueuedEdit = QueuedEdit> {
  send(this: void, edit: Edit, context: SendContext): Promise<Sent>;
  /** query keys of what shows the edit; it is shown as waiting until they are loaded again */
  affected(this: void, edit: Edit, scope: EditScope, isByOther?: boolean): readonly QueryKey[];
  /** describe an edit that was rejected; null if it is not worth keeping */
  describe(this: void, edit: Edit): Description | null;
  /** shown as a toast when the server rejects the edit; none if it is shown where the edit was made */
  failure?(this: void, edit: Edit): string;
}

/** A kind of edits. Its handler is loaded when an edit is sent. */
export interface EditKind<Edit extends QueuedEdit = QueuedEdit> {
  load(this: void): Promise<EditHandler<Edit>>;
  /** show an edit before it is sent, if that is not done by the parts that read `useWaitingEdits` */
  onMade?(this: void, edit: Edit, context: Omit<SendContext, 'ids'>): Promise<void>;
  /** take back what `onMade` did */
  onFailed?(this: void, edit: Edit, context: Omit<SendContext, 'ids'>): void;
}

/** The variables of the mutation that sends an edit. */
export interface Sending extends EditScope {
  key: string;
  place: string;
  edit: QueuedEdit;
}

export interface EditQueue {
  mutationKey: QueryKey;
  /** where its edits are kept */
  place: string;
  add: <Edit extends QueuedEdit>(edit: Edit) => void;
  /** send an edit again that was rejected */
  retry: (failed: FailedEdit) => void;
}

/** The queue of the open document, from the first render on. */
export const EditQueueContext = createContext<EditQueue | null>(null);

/** The queue of the open page, also for the bar at the top. */
export const useOpenQueue = create<{ queue: EditQueue | null }>(() => ({ queue: null }));

/** Set the queue of the page that is opened; return what ends that. */
export function openQueue(queue: EditQueue): () => void {
  useOpenQueue.setState({ queue });
  return () => useOpenQueue.setState((state) => (state.queue === queue ? { queue: null } : state));
}

/** Return the queue of the open page; null where edits do not wait. */
export function useEditQueue(): EditQueue | null {
  const ofDocument = useContext(EditQueueContext);
  const ofPage = useOpenQueue((state) => state.queue);
  return ofDocument ?? ofPage;
}

/** Add an edit to the queue of the open page, which may be loaded a moment later. */
export function addEdit<Edit extends QueuedEdit>(edit: Edit): void {
  const { queue } = useOpenQueue.getState();
  if (queue) return queue.add(edit);
  const end = useOpenQueue.subscribe((state) => {
    if (!state.queue) return;
    end();
    state.queue.add(edit);
  });
}

const NOWHERE: QueryKey = ['no-edit-queue'];

interface EditState<Edit> {
  edit: Edit;
  status: 'idle' | 'pending' | 'success' | 'error';
}

/** Return the edits of a kind that were made on this page, the oldest first; by default those of the queue of the page. */
export function useEditStates<Edit extends QueuedEdit>(type: Edit['type'], of?: EditQueue): readonly EditState<Edit>[] {
  const opened = useEditQueue();
  const queue = of ?? opened;
  return useMutationState({
    filters: { mutationKey: queue?.mutationKey ?? NOWHERE, predicate: ({ state }) => (state.variables as Sending | undefined)?.edit.type === type },
    select: ({ state }) => ({ edit: (state.variables as Sending).edit as Edit, status: state.status }),
  });
}

/** Return the edits of a kind that the server has not stored yet, the oldest first. */
export function useWaitingEdits<Edit extends QueuedEdit>(type: Edit['type'], of?: EditQueue): readonly Edit[] {
  const states = useEditStates<Edit>(type, of);
  return useMemo(() => states.filter(({ status }) => status === 'pending').map(({ edit }) => edit), [states]);
}

/** Return the edits of a kind that the server has not stored yet, of all pages, the oldest first. */
export function useAllWaitingEdits<Edit extends QueuedEdit>(type: Edit['type']): readonly Edit[] {
  const sending = useMutationState({
    filters: { status: 'pending', predicate: ({ state }) => (state.variables as Partial<Sending> | undefined)?.edit?.type === type },
    select: ({ state }) => state.variables as Sending,
  });
  return useMemo(() => sending.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ edit }) => edit as Edit), [sending]);
}
