import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { useState } from 'react';

import { sessionOptions } from '@/features/session/api/session';
import { useAfterFirstView } from '@/lib/first-view';
import { hasKeptEdits } from '@/lib/kept-edits';
import { lazyPart } from '@/lib/lazy-part';

const useParts = lazyPart(() => import('@/features/workspace/components/edits-elsewhere'));

/** The edits of documents that are not open. Loaded if there are some, and where some may be made. */
export function OtherEdits() {
  const { data: user } = useQuery(sessionOptions);
  const openDocument = useMatch({ from: '/signed-in/d/$uuid', shouldThrow: false })?.params.uuid;
  const isLater = useAfterFirstView();
  const [hasKept] = useState(hasKeptEdits);
  const parts = useParts(hasKept || (openDocument !== undefined && isLater));
  return parts && user && <parts.EditsElsewhere username={user.username} openDocument={openDocument} />;
}
