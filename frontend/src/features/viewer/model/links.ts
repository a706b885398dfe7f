// The targets of links on a page: pages of the document, or URLs with a safe scheme.
const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

export type Target = { page: number } | { href: string };

export function targetOf(target: string): Target | null {
  const page = /^#(\d{1,6})$/.exec(target)?.[1];
  if (page) return { page: Number(page) };
  try {
    const url = new URL(target);
    return SAFE_SCHEMES.has(url.protocol) ? { href: url.href } : null;
  } catch {
    return null;
  }
}
