// Short notifications, sometimes with an "Undo" action.
import { create } from 'zustand';

import { toApiError } from './errors';

export interface Toast {
  id: number;
  text: string;
  tone: 'neutral' | 'danger';
  action?: { label: string; run: () => void };
}

interface ToastState {
  toasts: readonly Toast[];
  /** returns the id of the toast */
  show: (toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }) => number;
  dismiss: (id: number) => void;
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
}));

export const showToast = (toast: Parameters<ToastState['show']>[0]) => useToasts.getState().show(toast);

/** Show an error as a toast; for `onError`. */
export const showErrorToast = (error: Error) => showToast({ text: toApiError(error).message, tone: 'danger' });
