import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { PageOverlay } from '@/features/annotations/components/page-overlay';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useWords } from '@/features/annotations/use-words';
import { documentOptions, type DocumentDetail } from '@/features/documents/api/get-document';
import { pagesOptions } from '@/features/viewer/api/page-list';
import { PageStack, type PagePixels } from '@/features/viewer/components/page-stack';
import { layoutPages, pageOfText, scaleFor, type PageInfo } from '@/features/viewer/model/layout';
import { rangeRects, tokensWithin } from '@/features/viewer/model/token-page';
import { usePdf } from '@/features/viewer/pdf-document';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { useWidth } from '@/lib/use-width';

import styles from './source-panel.module.css';

const NO_ANNOTATIONS: readonly Annotation[] = [];
const ignore = () => undefined;

export interface Passage {
  start: number;
  end: number;
}

interface SourceViewProps {
  documentId: string;
  /** the passage to highlight and scroll to; null shows the first page */
  passage: Passage | null;
}

interface LoadedProps {
  document: DocumentDetail;
  version: string;
  pages: readonly PageInfo[];
  passage: Passage | null;
}

function LoadedPages({ document, version, pages, passage }: LoadedProps) {
  const stack = useRef<StackHandle>(null);
  const [measure, width] = useWidth();
  const words = useWords(pages, version);
  const { pdf, error } = usePdf(document.pdfUrl);
  const layout = useMemo(() => layoutPages(pages, scaleFor('fit', pages, width)), [pages, width]);
  const hit = useMemo(() => passage && { from: passage.start, to: passage.end }, [passage]);
  useEffect(() => {
    const reveal = async () => {
      const page = hit ? pageOfText(pages, hit.from) : undefined;
      const tokens = page === undefined ? undefined : await words.load(page);
      const range = tokens && hit && tokensWithin(tokens, hit.from, hit.to);
      const [rect] = tokens && range ? rangeRects(tokens, range) : [];
      if (page !== undefined && rect) stack.current?.reveal(page, rect);
    };
    if (width > 0) void reveal();
  }, [hit, pages, words, width]);
  const overlay = useCallback(
    (page: PageInfo, size: PagePixels, isVisible: boolean) => (
      <PageOverlay {...{ page, size, isVisible, version, words, hit }} annotations={NO_ANNOTATIONS} active={undefined} showUncertain={false} />
    ),
    [version, words, hit],
  );
  return (
    <div ref={measure} className={styles['pages']}>
      {error !== null && <p role="status">The pages cannot be displayed right now.</p>}
      {width > 0 && (
        <PageStack
          {...{ pages, pdf, layout, overlay }}
          startPage={hit ? (pageOfText(pages, hit.from) ?? 1) : 1}
          thumbnailUrl={document.thumbnailUrl}
          handle={stack}
          surface={{ role: 'region', tabIndex: 0, 'aria-label': `Pages of ${document.title}` }}
          surfaceRef={null}
          onPage={ignore}
          onDrawError={ignore}
        />
      )}
    </div>
  );
}

/** The pages of a document with one passage highlighted. */
export function SourceView({ documentId, passage }: SourceViewProps) {
  const document = useQuery(documentOptions(documentId));
  const version = document.data ? `${document.data.revision ?? 0}:complete` : '';
  const pages = useQuery({ ...pagesOptions(documentId, version), enabled: document.data !== undefined });
  if (document.isError) return <ErrorNotice title="The document could not be loaded" error={document.error} onRetry={() => void document.refetch()} />;
  if (pages.isError) return <ErrorNotice title="The pages could not be loaded" error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!document.data || !pages.data) return <Skeleton height={400} />;
  return <LoadedPages key={documentId} document={document.data} version={version} pages={pages.data} passage={passage} />;
}
