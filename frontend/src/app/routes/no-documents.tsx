import { FilePlus2, SearchX } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { AcceptedTypes } from '@/features/uploads/components/accepted-types';
import { UploadButton } from '@/features/uploads/components/upload-button';

/** The notice in an empty list of documents. */
export function NoDocuments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <Notice icon={<SearchX />} title="No matching documents" action={<Button onClick={onClear}>Clear filters</Button>} />
  ) : (
    <Notice
      icon={<FilePlus2 />}
      title="No documents yet"
      action={
        <>
          <UploadButton label="Upload documents" /> <SampleButton />
        </>
      }
    >
      Drop files or folders anywhere on this page, or click Upload.
      <AcceptedTypes />
    </Notice>
  );
}
