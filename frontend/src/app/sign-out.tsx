import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { forgetPlace, placesOf, readStored } from '@/features/edits/model/stored-edits';
import { sessionOptions, signOut } from '@/features/session/api/session';
import { discardUploads } from '@/features/uploads/model/upload-store';
import { removeDrafts } from '@/lib/remove-drafts';

/** Return what removes everything of the user from this browser, and opens the sign-in page. */
export function useSignedOut(): () => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return () => {
    const username = queryClient.getQueryData(sessionOptions.queryKey)?.username ?? '';
    placesOf(username).forEach((place) => forgetPlace(place));
    discardUploads();
    removeDrafts();
    queryClient.clear();
    void router.navigate({ to: '/login' });
  };
}

function countStored(username: string): number {
  return placesOf(username)
    .map((place) => readStored(place))
    .reduce((count, { waiting, failed }) => count + waiting.length + failed.length, 0);
}

/** Signs out; asks first if edits would be lost. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const onSignedOut = useSignedOut();
  const [count] = useState(() => countStored(queryClient.getQueryData(sessionOptions.queryKey)?.username ?? ''));
  // Without a connection, too: nothing of the user stays in this browser.
  const leave = () => void signOut().finally(onSignedOut).catch(() => undefined);
  const leaveAtOnce = useEffectEvent(leave);
  useEffect(() => {
    if (count === 0) leaveAtOnce();
  }, [count]);
  if (count === 0) return null;
  return (
    <ConfirmDialog open onOpenChange={(open) => open || onClose()} title={t`Sign out and lose changes?`} confirm={t`Sign out`} onConfirm={leave}>
      {plural(count, { one: '# change of a document is not saved yet. It is removed from this browser when you sign out.', other: '# changes of documents are not saved yet. They are removed from this browser when you sign out.' })}
    </ConfirmDialog>
  );
}
