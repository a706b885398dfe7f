import { lazyPart } from '@/lib/lazy-part';

const useToastList = lazyPart(async () => {
  const { ToastList } = await import('./toast-list');
  return <ToastList />;
});

/** Toasts, loaded after the page because none is shown before. */
export const Toaster = () => useToastList();
