// The last searches of this browser.

const KEY = 'recent-searches';
const MOST = 6;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export function recentSearches(store: Store = localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Put a search first; each one is listed once. */
export function rememberSearch(text: string, store: Store = localStorage): void {
  const query = text.trim();
  if (query === '') return;
  try {
    store.setItem(KEY, JSON.stringify([query, ...recentSearches(store).filter((each) => each !== query)].slice(0, MOST)));
  } catch {
    // Without storage there are no recent searches.
  }
}
