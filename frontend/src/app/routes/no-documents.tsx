import { t } from '@lingui/core/macro';
import { FilePlus2, SearchX } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { AcceptedTypes } from '@/features/uploads/components/accepted-types';
import { UploadButton } from '@/features/uploads/components/upload-button';

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
