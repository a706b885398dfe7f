// The state of the upload panel, and commands to the upload queue. The engine is loaded when it is first needed.
import { create } from 'zustand';

import type { Engine } from '../engine';
import type { PauseReason } from './pause-reason';
import type { SelectedFile, Upload, UploadTarget } from './upload';

interface UploadsState {
  uploads: readonly Upload[];
  pause: PauseReason | undefined;
  /** ids of files that the browser could not store: a reload would lose them */
  notPersisted: ReadonlySet<string>;
  open: boolean;
  setOpen: (open: boolean) => void;
}

export const useUploads = create<UploadsState>((set) => ({
  uploads: [],
  pause: undefined,
  notPersisted: new Set(),
  open: false,
  setOpen: (open) => set({ open }),
}));

type StartEngine = (username: string) => Promise<Engine>;

/** local storage key of the user who has stored uploads */
const STORAGE_KEY = 'cartulary-uploads';

let start: StartEngine | undefined;
let currentUser: string | undefined;
let engine: Promise<Engine> | undefined;

const currentEngine = (): Promise<Engine> | undefined => (currentUser !== undefined ? (engine ??= start?.(currentUser)) : undefined);

/** Register the function that loads the engine; called once when the application starts. */
export function registerUploadEngine(load: StartEngine): void {
  start = load;
}

/** Set the current user, and resume the stored uploads of this user. */
export function setUploadUser(username: string): void {
  if (currentUser === username) {
    void engine?.then(({ queue }) => queue.retryNow());
    return;
  }
  void engine?.then(({ queue }) => queue.abandon());
  currentUser = username;
  engine = undefined;
  if (localStorage.getItem(STORAGE_KEY) === username) void currentEngine()?.then((loaded) => loaded.restore());
}

export async function addUploads(files: readonly SelectedFile[], target: UploadTarget = {}): Promise<void> {
  if (files.length === 0 || currentUser === undefined) return;
  localStorage.setItem(STORAGE_KEY, currentUser);
  (await currentEngine())?.add(files, target);
  useUploads.getState().setOpen(true);
}

/** Upload a file again to the same target, replacing the previous upload in the panel. */
export function uploadAgain({ id, target }: Upload, file: File): void {
  clearUploads([id]);
  void addUploads([{ file, path: '' }], target);
}

/** Discard all uploads; called when the user signs out. */
export function discardUploads(): void {
  void engine?.then((loaded) => loaded.discard());
  localStorage.removeItem(STORAGE_KEY);
  engine = undefined;
  currentUser = undefined;
  useUploads.setState({ uploads: [], pause: undefined, notPersisted: new Set(), open: false });
}

const withQueue = (act: (queue: Engine['queue']) => void) => void currentEngine()?.then(({ queue }) => act(queue));

export const retryUploads = (ids: readonly string[]) => withQueue((queue) => queue.retry(ids));
export const cancelUploads = (ids: readonly string[]) => withQueue((queue) => queue.cancel(ids));
export const clearUploads = (ids: readonly string[]) => withQueue((queue) => queue.clear(ids));
export const pauseUploads = (ids: readonly string[]) => withQueue((queue) => queue.pause(ids));
export const resumeUploads = (ids: readonly string[]) => withQueue((queue) => queue.resume(ids));
export const pauseAllUploads = () => withQueue((queue) => queue.pauseAll());
export const resumeAllUploads = () => withQueue((queue) => queue.resumeAll());
