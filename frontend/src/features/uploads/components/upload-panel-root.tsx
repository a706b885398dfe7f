// The upload panel and its button in the top bar, loaded with the first upload.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import type { UploadGroup } from '../model/upload-groups';
import { useUploadGroups } from '../use-upload-groups';
import { UploadPanelButton } from './upload-panel-button';
import { UploadPanel } from './upload-panel';

const AFFECTED_BY_ARCHIVES = ['corpus', 'corpora', 'corpus-documents', 'folders', 'usage'];

/** Return the number of files unpacked from all archives. */
const countUnpacked = (groups: readonly UploadGroup[]) =>
  groups.reduce((sum, { items }) => sum + items.reduce((n, { archive }) => n + (archive ? archive.counts.added + archive.counts.existing : 0), 0), 0);

function useRefreshAfterUnpacking(): void {
  const queryClient = useQueryClient();
  const files = countUnpacked(useUploadGroups().groups);
  useEffect(() => {
    if (files > 0) for (const key of AFFECTED_BY_ARCHIVES) void queryClient.invalidateQueries({ queryKey: [key] });
  }, [queryClient, files]);
}

export function UploadPanelRoot({ buttonContainer }: { buttonContainer: Element }) {
  useRefreshAfterUnpacking();
  return (
    <>
      {createPortal(<UploadPanelButton />, buttonContainer)}
      <UploadPanel />
    </>
  );
}
