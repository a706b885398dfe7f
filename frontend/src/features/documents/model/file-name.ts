function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Check whether the title says the same as the file name, with or without its extension. */
export function isNamedAfterFile({ title, filename }: { title: string; filename: string }): boolean {
  return [filename, filename.replace(/\.[^.]*$/, '')].some((name) => plain(name) === plain(title));
}
