// Short messages that need no answer, sometimes with one way back ("Undo").
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
  show: (toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }) => void;
  dismiss: (id: number) => void;
}

const LIMIT = 3;
let nextId = 1;

export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (toast) => set((state) => ({ toasts: [...state.toasts, { tone: 'neutral' as const, ...toast, id: nextId++ }].slice(-LIMIT) })),
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

export const showToast = (toast: Parameters<ToastState['show']>[0]) => useToasts.getState().show(toast);

/** For `onError`: what the server says went wrong. */
export const complain = (error: Error) => showToast({ text: toApiError(error).message, tone: 'danger' });
