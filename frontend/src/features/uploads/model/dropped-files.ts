// Files from a drop, folders opened up and remembered. Hidden files (".DS_Store") are nobody's documents.
import type { FoundFile } from './upload';

type Entry = FileSystemEntry;

const isVisible = (name: string) => !name.startsWith('.');

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader hands out its entries in batches until an empty one. */
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

async function walk(entry: Entry, path: string): Promise<FoundFile[]> {
  if (!isVisible(entry.name)) return [];
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path }];
  const children = await entriesOf(entry as FileSystemDirectoryEntry);
  const below = path ? `${path}/${entry.name}` : entry.name;
  return (await Promise.all(children.map((child) => walk(child, below)))).flat();
}

/** The transfer is emptied when the event ends, so entries are taken from it before anything waits. */
export async function droppedFiles(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles([...transfer.files]);
  return (await Promise.all(entries.map((entry) => walk(entry, '')))).flat();
}

/** Files of a picker; one for folders says where each lay. */
export function chosenFiles(files: readonly File[]): FoundFile[] {
  return files.filter(({ name }) => isVisible(name)).map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));
}

export const carriesFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;
