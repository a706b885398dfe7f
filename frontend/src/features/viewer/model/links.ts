// Where a link on a page leads: to a page of the same document, or out of it by a way that is safe.

const SAFE = new Set(['http:', 'https:', 'mailto:']);

export type Target = { page: number } | { href: string };

export function targetOf(target: string): Target | null {
  const page = /^#(\d{1,6})$/.exec(target)?.[1];
  if (page) return { page: Number(page) };
  try {
    const url = new URL(target);
    return SAFE.has(url.protocol) ? { href: url.href } : null;
  } catch {
    return null;
  }
}
