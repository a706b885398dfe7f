// Button and tray, loaded with the first file. The button stands in the top bar, the tray beside the page.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import type { TrayGroup } from '../model/tray';
import { useTray } from '../use-tray';
import { TrayButton } from './tray-button';
import { UploadTray } from './upload-tray';

const CHANGED_BY_ARCHIVES = ['corpus', 'corpora', 'corpus-documents', 'folders', 'folder-documents', 'usage'];

/** Files of all archives that have been dealt with. */
const unpacked = (groups: readonly TrayGroup[]) =>
  groups.reduce((sum, { items }) => sum + items.reduce((n, { archive }) => n + (archive ? archive.counts.added + archive.counts.existing : 0), 0), 0);

function useUnpacked(): void {
  const queryClient = useQueryClient();
  const files = unpacked(useTray().groups);
  useEffect(() => {
    if (files > 0) for (const key of CHANGED_BY_ARCHIVES) void queryClient.invalidateQueries({ queryKey: [key] });
  }, [queryClient, files]);
}

export function Tray({ bar }: { bar: Element }) {
  useUnpacked();
  return (
    <>
      {createPortal(<TrayButton />, bar)}
      <UploadTray />
    </>
  );
}
