// Parts of the lists of documents that are loaded later: the menus of the rows, and the dialogs that they open.
import { useEffect } from 'react';

import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { useMenuParts } from '@/components/ui/menu-parts';
import { useAfterFirstList } from '@/lib/first-view';
import { lazyDialog, lazyPart } from '@/lib/lazy-part';

export const useRowMenuItems = lazyPart(() => import('./row-menu-items'));

export const DocumentDialogs = lazyDialog(async () => (await import('./document-dialogs')).DocumentDialogs, ({ onClose }) => onClose());

const DIALOGS = [DocumentDialogs, LazyEditDialog];

/** Load what renames documents before a connection may be lost. */
export function useListParts(): void {
  const isLater = useAfterFirstList();
  useMenuParts(isLater);
  useRowMenuItems(isLater);
  useEffect(() => {
    if (isLater) for (const { preload } of DIALOGS) preload();
  }, [isLater]);
}
