// Pages of REST lists.

export interface Page<Item> {
  results: Item[];
  next: string | null;
}

/** Addresses of pages come absolute; only their own path is asked. */
export function nextPath({ next }: Page<unknown>): string | undefined {
  if (!next) return undefined;
  const { pathname, search } = new URL(next, location.origin);
  return pathname + search;
}
