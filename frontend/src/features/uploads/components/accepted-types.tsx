import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { lazyDialog } from '@/lib/lazy-part';

const SupportedFormatsDialog = lazyDialog(
  async () => (await import('./supported-formats-dialog')).SupportedFormatsDialog,
  ({ onClose }) => onClose(),
);

/** The accepted file types in short, with a link to the complete list. */
export function AcceptedTypes() {
  const [open, setOpen] = useState(false);
  return (
    <p className="muted small">
      {t`PDF, Word, Excel, PowerPoint, e-mail, images, text, ZIP.`}{' '}
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {t`All formats`}
      </Button>
      {open && (
        <SupportedFormatsDialog onClose={() => setOpen(false)} />
      )}
    </p>
  );
}
