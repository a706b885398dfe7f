import { describe, expect, it } from 'vitest';

import { chosenFiles, droppedFiles } from './dropped-files';

type Tree = { [name: string]: Tree | string };

/** A file system entry as in browsers: readers return batches until an empty one. */
function entry(name: string, content: Tree | string): FileSystemEntry {
  if (typeof content === 'string') {
    const file = (done: (file: File) => void) => done(new File([content], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const batches = Object.entries(content).map((pair) => [entry(...pair)]);
  const readEntries = (done: (entries: FileSystemEntry[]) => void) => done(batches.shift() ?? []);
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) } as unknown as FileSystemEntry;
}

const transfer = (tree: Tree) =>
  ({ items: Object.entries(tree).map((pair) => ({ webkitGetAsEntry: () => entry(...pair) })), files: [] }) as unknown as DataTransfer;

describe('dropped files', () => {
  it('include the files of folders with their paths, without hidden files', async () => {
    const files = await droppedFiles(transfer({ Leases: { 'a.pdf': '', May: { 'may.txt': '', '.DS_Store': '' } }, 'b.txt': '', '.hidden': { 'c.txt': '' } }));
    expect(files.map(({ file, path }) => [path, file.name])).toEqual([
      ['Leases', 'a.pdf'],
      ['Leases/May', 'may.txt'],
      ['', 'b.txt'],
    ]);
  });

  it('of a folder picker have their paths', () => {
    const inFolder = Object.assign(new File([''], 'may.txt'), { webkitRelativePath: 'Leases/2024/may.txt' });
    const loose = Object.assign(new File([''], 'b.txt'), { webkitRelativePath: '' });
    expect(chosenFiles([inFolder, loose]).map(({ path }) => path)).toEqual(['Leases/2024', '']);
  });
});
