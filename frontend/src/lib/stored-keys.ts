// The keys that a user has chosen, as this browser keeps them.
import { useKeymap, type OwnKeys } from './keymap';
import { readStored, writeStored } from './stored';

const storageKey = (username: string) => `cartulary.keys.${username}`;

function readOwn(username: string): OwnKeys {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(username)) ?? '{}');
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, keys]) => typeof keys === 'string'));
  } catch {
    return {};
  }
}

/** Use the keys of a user. */
export const openKeymap = (username: string) => useKeymap.setState({ username, own: readOwn(username) });

export function setOwnKeys(own: OwnKeys): void {
  writeStored(storageKey(useKeymap.getState().username), JSON.stringify(own));
  useKeymap.setState({ own });
}
