import { lazyDialog } from '@/lib/lazy-part';

/** A `LabelDialog` whose code is loaded when it opens. */
export const LazyLabelDialog = lazyDialog(
  async () => (await import('./label-dialog')).LabelDialog,
  ({ onClose }) => onClose(),
);
