import { useEffect, useState } from 'react';

import { lazyComponent } from '@/lib/lazy-part';

import { useDocumentContext } from '../document-context';

const PresentUsers = lazyComponent(async () => (await import('@/features/presence/components/present-users')).PresentUsers);

const DELAY_MS = 3_000;

/** Shows who else has the document open, some time after it was opened. */
export function LazyPresentUsers() {
  const { document, corpus, words, currentPage, goToPage } = useDocumentContext();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && corpus.me && <PresentUsers documentId={document.uuid} page={currentPage} words={words} onPage={goToPage} />;
}
