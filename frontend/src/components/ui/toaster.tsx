import { useEffect, useState } from 'react';

import { lazyPart } from '@/lib/lazy-part';
import { useToasts } from '@/lib/toasts';

const useToastList = lazyPart(async () => {
  const { ToastList } = await import('./toast-list');
  return <ToastList />;
});

/** Long after the first view, but early enough to show toasts after the connection is lost. */
const DELAY_MS = 5_000;

/** Toasts, loaded with the first one, or later than the page. */
export function Toaster() {
  const hasToasts = useToasts(({ toasts }) => toasts.length > 0);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return useToastList(hasToasts || late);
}
