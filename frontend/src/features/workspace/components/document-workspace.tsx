import { FileX2 } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { isNotFound } from '@/lib/errors';
import { useTitle } from '@/lib/title';

import type { WorkspaceProps } from '../place';
import { useOpenedDocument } from '../use-opened-document';
import { Desk } from './desk';
import { DocumentSkeleton } from './document-skeleton';
import { Unreadable } from './unreadable';

export function DocumentWorkspace({ uuid, place, onPlace }: WorkspaceProps) {
  const { document, version, pages, pagesFailed } = useOpenedDocument(uuid);
  useTitle(document.data?.title);
  if (document.isPending) return <DocumentSkeleton />;
  if (document.isError && isNotFound(document.error)) {
    return (
      <Notice alone icon={<FileX2 />} title="There is no such document here">
        It may have been deleted, or it may not be yours to see.
      </Notice>
    );
  }
  if (document.isError) return <ErrorNotice alone title="The document could not be loaded" error={document.error} onRetry={() => void document.refetch()} />;
  // A reading that broke off leaves pages behind, but nothing to draw them from where the file itself is not a PDF.
  const broken = document.data.state === 'FAILED' && document.data.pdfUrl === null;
  if (pages.length === 0 || broken) return <Unreadable document={document.data} error={pagesFailed} />;
  return <Desk key={uuid} document={document.data} version={version} pages={pages} place={place} onPlace={onPlace} />;
}
