import { lazy, Suspense, useState } from 'react';

import { Button } from '@/components/ui/button';

const SupportedFormatsDialog = lazy(async () => ({ default: (await import('./supported-formats-dialog')).SupportedFormatsDialog }));

/** The accepted file types in short, with a link to the complete list. */
export function AcceptedTypes() {
  const [open, setOpen] = useState(false);
  return (
    <p className="muted small">
      PDF, Word, Excel, PowerPoint, e-mail, images, text, ZIP.{' '}
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        All formats
      </Button>
      {open && (
        <Suspense>
          <SupportedFormatsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}
