import { t } from '@lingui/core/macro';
import { FileX2 } from 'lucide-react';
import { lazy, Suspense } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { isNotFound } from '@/lib/errors';
import { useTitle } from '@/lib/title';

import type { WorkspaceProps } from '../location';
import { useDocument } from '../use-document';
import { DocumentView } from './document-view';
import { DocumentSkeleton } from './document-skeleton';

const DocumentWithoutPages = lazy(async () => ({ default: (await import('./document-without-pages')).DocumentWithoutPages }));

export function DocumentWorkspace({ uuid, location, onLocation }: WorkspaceProps) {
  const { document, version, pages, pagesFailed } = useDocument(uuid);
  useTitle(document.data?.title);
  if (document.isPending) return <DocumentSkeleton />;
  if (document.isError && isNotFound(document.error)) {
    return (
      <Notice alone icon={<FileX2 />} title={t`Document not found`}>
        {t`It may have been deleted, or you may not have access.`}
      </Notice>
    );
  }
  if (document.isError) return <ErrorNotice alone title={t`The document could not be loaded`} error={document.error} onRetry={() => void document.refetch()} />;
  // Failed processing can leave pages behind, but no PDF to draw them from.
  const isUnusable = document.data.state === 'FAILED' && document.data.pdfUrl === null;
  if (pages.length === 0 || isUnusable) {
    return (
      <Suspense fallback={<DocumentSkeleton />}>
        <DocumentWithoutPages document={document.data} error={pagesFailed} />
      </Suspense>
    );
  }
  return <DocumentView key={uuid} document={document.data} version={version} pages={pages} location={location} onLocation={onLocation} />;
}
