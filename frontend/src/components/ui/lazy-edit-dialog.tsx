import { lazyDialog } from '@/lib/lazy-part';

/** An `EditDialog` whose code is loaded when it opens. */
export const LazyEditDialog = lazyDialog(
  async () => (await import('./edit-dialog')).EditDialog,
  ({ onClose }) => onClose(),
);
