// The edits that this browser keeps, as the page shows them.
import { useMemo, useSyncExternalStore } from 'react';

import { storedText, parseStored, placesOf, readStored, subscribe, type StoredEdits } from './model/stored-edits';

/** Return the edits that are kept at a place. */
export function useStoredEdits(place: string): StoredEdits {
  const text = useSyncExternalStore(subscribe, () => storedText(place));
  return useMemo(() => parseStored(text), [text]);
}

/** The edits that were made on one page. */
export interface StoredPlace {
  place: string;
  title: string;
  /** number of edits that wait */
  waiting: number;
  /** number of edits that were rejected */
  failed: number;
}

function storedPlaces(username: string): readonly StoredPlace[] {
  return placesOf(username).map((place) => {
    const { title, waiting, failed } = readStored(place);
    return { place, title, waiting: waiting.length, failed: failed.length };
  });
}

/** Return the pages with edits of a user. */
export function useStoredPlaces(username: string): readonly StoredPlace[] {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(storedPlaces(username)));
  return useMemo(() => JSON.parse(text) as readonly StoredPlace[], [text]);
}
