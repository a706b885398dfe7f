// The current page. The URL follows with a delay, and without an entry in the browser's history for each page.
import { useEffect, useRef, useState } from 'react';

import type { WorkspaceProps } from './location';

/** longer than it takes to draw a page, which a change of the URL would delay */
const DELAY_MS = 500;

interface CurrentPageOptions {
  startPage: number;
  /** the page in the URL */
  pageInUrl: number | undefined;
  onLocation: WorkspaceProps['onLocation'];
  goToPage: (page: number) => void;
}

export function useCurrentPage({ startPage, pageInUrl, onLocation, goToPage }: CurrentPageOptions) {
  const [page, setPage] = useState(startPage);
  const lastInUrl = useRef(pageInUrl);
  useEffect(() => {
    if (page === (lastInUrl.current ?? startPage)) return;
    const timer = setTimeout(() => {
      lastInUrl.current = page;
      onLocation({ page }, true);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [page, startPage, onLocation]);
  // The URL has changed otherwise: by the browser's back button or by a link.
  useEffect(() => {
    if (pageInUrl === undefined || pageInUrl === lastInUrl.current) return;
    lastInUrl.current = pageInUrl;
    goToPage(pageInUrl);
  }, [pageInUrl, goToPage]);
  return [page, setPage] as const;
}
