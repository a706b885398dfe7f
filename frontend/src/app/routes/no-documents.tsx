import { t } from '@lingui/core/macro';
import { FilePlus2, SearchX } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { lazyDialog } from '@/lib/lazy-part';

const SupportedFormatsDialog = lazyDialog(
  async () => (await import('@/features/uploads/components/supported-formats-dialog')).SupportedFormatsDialog,
  ({ onClose }) => onClose(),
);

/** The accepted file types in short, with a link to the complete list. */
function AcceptedTypes() {
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

/** The notice in an empty list of documents. */
export function NoDocuments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <Notice icon={<SearchX />} title={t`No matching documents`} action={<Button onClick={onClear}>{t`Clear filters`}</Button>} />
  ) : (
    <Notice
      icon={<FilePlus2 />}
      title={t`No documents yet`}
      action={
        <>
          <UploadButton label={t`Upload documents`} /> <SampleButton />
        </>
      }
    >
      {t`Drop files or folders anywhere on this page, or click Upload.`}
      <AcceptedTypes />
    </Notice>
  );
}
