// The edits that this browser keeps, as the page shows them.
import { useMemo, useSyncExternalStore } from 'react';

import { keptText, parseKept, placesOf, readKept, subscribe, type Kept } from './model/kept-edits';

/** Return the edits that are kept at a place. */
export function useKeptEdits(place: string): Kept {
  const text = useSyncExternalStore(subscribe, () => keptText(place));
  return useMemo(() => parseKept(text), [text]);
}

/** The edits of a document in a corpus. */
export interface KeptPlace {
  place: string;
  title: string;
  /** number of edits that wait */
  waiting: number;
  /** number of edits that were rejected */
  failed: number;
}

function keptPlaces(username: string): readonly KeptPlace[] {
  return placesOf(username).map((place) => {
    const { title, waiting, failed } = readKept(place);
    return { place, title, waiting: waiting.length, failed: failed.length };
  });
}

/** Return the documents with edits of a user. */
export function useKeptPlaces(username: string): readonly KeptPlace[] {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(keptPlaces(username)));
  return useMemo(() => JSON.parse(text) as readonly KeptPlace[], [text]);
}
