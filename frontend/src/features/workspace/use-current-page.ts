// The page the reader is on. The address follows a little behind, without a step in the history for each page.
import { useEffect, useRef, useState } from 'react';

import type { WorkspaceProps } from './place';

const SETTLE = 200;

interface CurrentPageOptions {
  start: number;
  /** what the address says now */
  addressed: number | undefined;
  onPlace: WorkspaceProps['onPlace'];
  goToPage: (page: number) => void;
}

export function useCurrentPage({ start, addressed, onPlace, goToPage }: CurrentPageOptions) {
  const [page, setPage] = useState(start);
  const told = useRef(addressed);
  useEffect(() => {
    if (page === (told.current ?? start)) return;
    const timer = setTimeout(() => {
      told.current = page;
      onPlace({ page }, true);
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [page, start, onPlace]);
  // Somebody else moved the address: the browser's back button, or a link.
  useEffect(() => {
    if (addressed === undefined || addressed === told.current) return;
    told.current = addressed;
    goToPage(addressed);
  }, [addressed, goToPage]);
  return [page, setPage] as const;
}
