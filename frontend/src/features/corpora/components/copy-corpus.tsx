import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { lazyDialog } from '@/lib/lazy-part';

import type { CorpusDetail } from '../api/get-corpus';

const CopyCorpusDialog = lazyDialog(
  async () => (await import('./copy-corpus-dialog')).CopyCorpusDialog,
  ({ onClose }) => onClose(),
);

/** The button that opens the dialog to copy a corpus. */
export function CopyCorpus({ corpus, onCopied }: { corpus: CorpusDetail; onCopied: (uuid: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t`Copy`}
      </Button>
      {open && <CopyCorpusDialog corpus={corpus} onCopied={onCopied} onClose={() => setOpen(false)} />}
    </>
  );
}
