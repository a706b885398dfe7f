import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

import { sessionOptions } from '@/features/session/api/session';
import { useAfterFirstList, useAfterFirstView } from '@/lib/first-view';
import { hasStoredEdits, onStorage } from '@/lib/stored-edits';
import { lazyPart } from '@/lib/lazy-part';

const useParts = lazyPart(() => import('@/features/workspace/components/edit-states'));

const useIsOpen = (from: '/signed-in/' | '/signed-in/c/$uuid' | '/signed-in/d/$uuid') => useMatch({ from, shouldThrow: false }) !== undefined;

/** The state of edits, of the open page and of other ones. Loaded if there are some, and later where some may be made. */
export function EditStates() {
  const { data: user } = useQuery(sessionOptions);
  const isDocument = useIsOpen('/signed-in/d/$uuid');
  const isList = useIsOpen('/signed-in/');
  const isCorpus = useIsOpen('/signed-in/c/$uuid');
  const isAfterView = useAfterFirstView();
  const isAfterList = useAfterFirstList();
  const hasStored = useSyncExternalStore(onStorage, hasStoredEdits);
  const parts = useParts(hasStored || (isDocument && isAfterView) || ((isList || isCorpus) && isAfterList));
  return parts && user && <parts.EditStates username={user.username} isList={isList} />;
}
