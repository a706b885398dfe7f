// Files of a picker, with the paths of their folders. Hidden files (".DS_Store") are skipped.
import type { SelectedFile } from './upload';

export const isVisible = (name: string) => !name.startsWith('.');

/** Return the files of a picker; those of a folder picker have a path. */
export function chosenFiles(files: readonly File[]): SelectedFile[] {
  return files.filter(({ name }) => isVisible(name)).map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));
}
