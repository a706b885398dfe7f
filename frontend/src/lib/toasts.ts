// Short notifications, sometimes with an "Undo" action.
import { create } from 'zustand';

import { toApiError } from './errors';

export interface Toast {
  id: number;
  text: string;
  tone: 'neutral' | 'danger';
  action?: { label: string; run: () => void };
  /** the group of edits that the action undoes: the toast closes when they are undone otherwise */
  undoes?: string;
}

interface ToastState {
  toasts: readonly Toast[];
  /** returns the id of the toast */
  show: (toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }) => number;
  dismiss: (id: number) => void;
  /** closes the toast that offers to undo a group of edits */
  dismissUndo: (group: string) => void;
}

const LIMIT = 3;
let nextId = 1;

export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (toast) => {
    const id = nextId++;
    set((state) => ({ toasts: [...state.toasts, { tone: 'neutral' as const, ...toast, id }].slice(-LIMIT) }));
    return id;
  },
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
  dismissUndo: (group) => set((state) => ({ toasts: state.toasts.filter(({ undoes }) => undoes !== group) })),
}));

let otherTabs: BroadcastChannel | undefined;

/** Return the channel that names the groups that were undone in any tab. */
function channel(): BroadcastChannel {
  if (!otherTabs) {
    otherTabs = new BroadcastChannel('undone-edits');
    otherTabs.addEventListener('message', ({ data }: MessageEvent<string>) => useToasts.getState().dismissUndo(data));
  }
  return otherTabs;
}

export function showToast(toast: Parameters<ToastState['show']>[0]): number {
  if (toast.undoes) channel();
  return useToasts.getState().show(toast);
}

/** Close the toasts of all tabs that offer to undo a group of edits, which was undone or rejected. */
export function dismissUndo(group: string): void {
  useToasts.getState().dismissUndo(group);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only and takes no target
  channel().postMessage(group);
}

/** Show an error as a toast; for `onError`. */
export const showErrorToast = (error: Error) => showToast({ text: toApiError(error).message, tone: 'danger' });
