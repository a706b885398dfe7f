import { later } from '@/lib/later';

const useToastList = later(async () => {
  const { ToastList } = await import('./toast-list');
  return <ToastList />;
});

/** Nobody has anything to say before the page stands. */
export const Toaster = () => useToastList();
