import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { lazy, Suspense } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { documentOptions } from '@/features/documents/api/get-document';
import { pagesOptions } from '@/features/viewer/api/page-list';
import type { PageInfo } from '@/features/viewer/model/layout';
import { isNotFound } from '@/lib/errors';
import { useTitle } from '@/lib/title';

import { versionOf } from '../api/open-document';
import type { WorkspaceProps } from '../location';
import { DocumentSkeleton } from './document-skeleton';
import { DocumentView } from './document-view';

// Loads a document and its list of pages.

const NO_PAGES: readonly PageInfo[] = [];

function useDocument(uuid: string) {
  const document = useQuery(documentOptions(uuid));
  const version = document.data ? versionOf(document.data) : '';
  const pages = useQuery({
    ...pagesOptions(uuid, version),
    enabled: document.data !== undefined && document.data.pageCount > 0,
    placeholderData: keepPreviousData,
  });
  return { document, version, pages: pages.data ?? NO_PAGES, pagesFailed: pages.isError ? pages.error : null };
}

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
