import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

import { sessionOptions } from '@/features/session/api/session';
import { useAfterFirstView } from '@/lib/first-view';
import { hasStoredEdits, onStorage } from '@/lib/stored-edits';
import { lazyPart } from '@/lib/lazy-part';

const useParts = lazyPart(() => import('@/features/workspace/components/edits-elsewhere'));

/** The edits of documents that are not open. Loaded if there are some, and where some may be made. */
export function OtherEdits() {
  const { data: user } = useQuery(sessionOptions);
  const isDocument = useMatch({ from: '/signed-in/d/$uuid', shouldThrow: false }) !== undefined;
  const isLater = useAfterFirstView();
  const hasStored = useSyncExternalStore(onStorage, hasStoredEdits);
  const parts = useParts(hasStored || (isDocument && isLater));
  return parts && user && <parts.EditsElsewhere username={user.username} />;
}
