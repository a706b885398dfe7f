/** Return the pages of a typed range such as "1-3, 7"; null if it is none. Pages beyond the last one are left out. */
export function pagesInRange(text: string, last: number): number[] | null {
  const pages = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const match = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?$/.exec(part);
    if (!match) return null;
    const from = Number(match[1]);
    const to = Math.min(last, Number(match[2] ?? from));
    for (let page = Math.max(1, from); page <= to; page++) pages.add(page);
  }
  return pages.size > 0 ? [...pages].toSorted((a, b) => a - b) : null;
}
