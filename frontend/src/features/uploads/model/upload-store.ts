// The one queue of this browser tab, and whether its tray is open.
import { create } from 'zustand';

import { UploadQueue, type SendFile, type Upload } from './upload-queue';

interface UploadsState {
  uploads: readonly Upload[];
  open: boolean;
  setOpen: (open: boolean) => void;
}

export const useUploads = create<UploadsState>((set) => ({ uploads: [], open: false, setOpen: (open) => set({ open }) }));

let queue: UploadQueue | undefined;

/** Called once when the application starts; the sender and the listener come from outside. */
export function startUploads(send: SendFile, onSent: (upload: Upload) => void): void {
  queue = new UploadQueue({
    send,
    onSent,
    onChange: (uploads) => useUploads.setState({ uploads }),
    schedule: (publish) => requestAnimationFrame(publish),
  });
}

export function addUploads(files: readonly File[], corpus?: string): void {
  if (files.length === 0) return;
  queue?.add(files, corpus);
  useUploads.getState().setOpen(true);
}

export function abandonUploads(): void {
  queue?.abandon();
  useUploads.getState().setOpen(false);
}

export const retryUploads = (ids: readonly number[]) => queue?.retry(ids);
export const cancelUpload = (id: number) => queue?.cancel(id);
export const clearUploads = (ids: readonly number[]) => queue?.clear(ids);
