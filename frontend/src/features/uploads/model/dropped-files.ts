// Files of a drop or a picker, with the paths of their folders. Hidden files (".DS_Store") are skipped.
import type { SelectedFile } from './upload';

type Entry = FileSystemEntry;

const isVisible = (name: string) => !name.startsWith('.');

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Readers return entries in batches until an empty one. */
async function entriesOf(entry: FileSystemDirectoryEntry): Promise<Entry[]> {
  const reader = entry.createReader();
  const all: Entry[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the reader is a cursor
    const batch = await new Promise<Entry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

async function walk(entry: Entry, path: string): Promise<SelectedFile[]> {
  if (!isVisible(entry.name)) return [];
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path }];
  const children = await entriesOf(entry as FileSystemDirectoryEntry);
  const below = path ? `${path}/${entry.name}` : entry.name;
  return (await Promise.all(children.map((child) => walk(child, below)))).flat();
}

/** Return all dropped files. The transfer is cleared when the event ends, so that entries are read from it before the first `await`. */
export async function droppedFiles(transfer: DataTransfer): Promise<SelectedFile[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles([...transfer.files]);
  return (await Promise.all(entries.map((entry) => walk(entry, '')))).flat();
}

/** Return the files of a picker; those of a folder picker have a path. */
export function chosenFiles(files: readonly File[]): SelectedFile[] {
  return files.filter(({ name }) => isVisible(name)).map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));
}

export const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;
