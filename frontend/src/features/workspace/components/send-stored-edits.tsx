import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { annotationsOptions } from '@/features/annotations/api/list-annotations';
import { placesOf, readStored, scopeOf } from '@/features/edits/model/stored-edits';
import { storeRejected, useSendEdits } from '@/features/edits/use-send-edits';
import { useConnection } from '@/lib/connection';
import { isNotFound, toApiError } from '@/lib/errors';

import { EDIT_KINDS, pageEditsKey } from '../edit-kinds';

const isOutOfReach = (error: Error) => isNotFound(error) || toApiError(error).code === 'not_allowed';

/** Keep the edits of a document that cannot be opened any more as rejected ones. */
async function rejectAll(place: string, error: Error): Promise<void> {
  for (const { key, edit } of readStored(place).waiting) {
    const kind = EDIT_KINDS[edit.type];
    // oxlint-disable-next-line no-await-in-loop -- in their order
    if (kind) await storeRejected(kind, { place, key, edit }, error);
  }
}

/** Sends the edits that were made in lists. */
function SendListPlace({ place }: { place: string }) {
  const scope = scopeOf(place);
  useSendEdits({ ...scope, title: readStored(place).title, mutationKey: pageEditsKey(scope.corpusId), kinds: EDIT_KINDS, isReady: true });
  return null;
}

/** Sends the edits of a document. */
function SendDocumentPlace({ place }: { place: string }) {
  const scope = scopeOf(place);
  const options = annotationsOptions(scope.documentId, scope.corpusId);
  const { data, error } = useQuery(options);
  const isSending = useIsMutating({ mutationKey: options.queryKey }) > 0;
  useSendEdits({ ...scope, title: readStored(place).title, mutationKey: options.queryKey, kinds: EDIT_KINDS, isReady: data !== undefined });
  useEffect(() => {
    if (error && data === undefined && !isSending && isOutOfReach(error)) void rejectAll(place, error);
  }, [error, data, isSending, place]);
  return null;
}

/** Return a number that changes when the connection is back, and when the user comes back to the page: another tab may have been closed. */
function useResendCount(): number {
  const [count, setCount] = useState(0);
  const lost = useConnection((state) => state.lost);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && setCount((before) => before + 1);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return lost ? -1 : count;
}

interface SendStoredEditsProps {
  username: string;
  /** the place of the open page, which sends its edits itself */
  openPlace: string | undefined;
}

/** Sends the edits of earlier visits to pages other than the open one. */
export function SendStoredEdits(props: SendStoredEditsProps) {
  const count = useResendCount();
  // What other tabs add meanwhile, they send themselves.
  return <SendPlaces key={`${props.username} ${count}`} {...props} />;
}

function SendPlaces({ username, openPlace }: SendStoredEditsProps) {
  const [places] = useState(() => placesOf(username).filter((place) => readStored(place).waiting.length > 0));
  return places.filter((place) => place !== openPlace).map((place) => (scopeOf(place).documentId ? <SendDocumentPlace key={place} place={place} /> : <SendListPlace key={place} place={place} />));
}
