// What the tray shows, and what can be asked of the uploads. The engine behind it is loaded when it is needed.
import { create } from 'zustand';

import type { Engine } from '../engine';
import type { Hold } from './hold';
import type { FoundFile, Place, Upload } from './upload';

interface UploadsState {
  uploads: readonly Upload[];
  hold: Hold | undefined;
  /** files whose bytes a reload would lose */
  unkept: ReadonlySet<string>;
  open: boolean;
  setOpen: (open: boolean) => void;
}

export const useUploads = create<UploadsState>((set) => ({
  uploads: [],
  hold: undefined,
  unkept: new Set(),
  open: false,
  setOpen: (open) => set({ open }),
}));

type StartEngine = (person: string) => Promise<Engine>;

const KEPT = 'cartulary-uploads';

let start: StartEngine | undefined;
let person: string | undefined;
let engine: Promise<Engine> | undefined;

const current = (): Promise<Engine> | undefined => (person !== undefined ? (engine ??= start?.(person)) : undefined);

/** Called once when the application starts. */
export function startUploads(load: StartEngine): void {
  start = load;
}

/** Who is at the browser now. What this person's last visit left goes on. */
export function uploadsOf(name: string): void {
  if (person === name) {
    void engine?.then(({ queue }) => queue.tryNow());
    return;
  }
  void engine?.then(({ queue }) => queue.abandon());
  person = name;
  engine = undefined;
  if (localStorage.getItem(KEPT) === name) void current()?.then((loaded) => loaded.restore());
}

export async function addUploads(files: readonly FoundFile[], place: Place = {}): Promise<void> {
  if (files.length === 0 || person === undefined) return;
  localStorage.setItem(KEPT, person);
  (await current())?.add(files, place);
  useUploads.getState().setOpen(true);
}

/** The whole of it once more, to where it went: its former account makes room. */
export function sendAgain({ id, place }: Upload, file: File): void {
  clearUploads([id]);
  void addUploads([{ file, path: '' }], place);
}

/** The person signs out: nothing is left behind. */
export function abandonUploads(): void {
  void engine?.then((loaded) => loaded.leave());
  localStorage.removeItem(KEPT);
  engine = undefined;
  person = undefined;
  useUploads.setState({ uploads: [], hold: undefined, unkept: new Set(), open: false });
}

const ask = (act: (queue: Engine['queue']) => void) => void current()?.then(({ queue }) => act(queue));

export const retryUploads = (ids: readonly string[]) => ask((queue) => queue.retry(ids));
export const cancelUploads = (ids: readonly string[]) => ask((queue) => queue.cancel(ids));
export const clearUploads = (ids: readonly string[]) => ask((queue) => queue.clear(ids));
export const pauseUploads = (ids: readonly string[]) => ask((queue) => queue.pause(ids));
export const resumeUploads = (ids: readonly string[]) => ask((queue) => queue.resume(ids));
export const pauseAllUploads = () => ask((queue) => queue.pauseAll());
export const goOnUploading = () => ask((queue) => queue.goOn());
