// Files from a drop, folders opened up. Hidden files (".DS_Store") are nobody's documents.

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

async function walk(entry: Entry): Promise<File[]> {
  if (!isVisible(entry.name)) return [];
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const children = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(children.map(walk))).flat();
}

/** The transfer is emptied when the event ends, so entries are taken from it before anything waits. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files];
  return (await Promise.all(entries.map(walk))).flat();
}

export const carriesFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;
