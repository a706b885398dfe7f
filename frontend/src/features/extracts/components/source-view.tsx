import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
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

import { useSourcePicker, type PickedSource, type SourcePicking } from '../use-source-picker';
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
  /** absent if the user may not choose the source, or there is no answer yet */
  picking: SourcePicking | undefined;
}

interface LoadedProps extends Pick<SourceViewProps, 'passage' | 'picking'> {
  document: DocumentDetail;
  version: string;
  pages: readonly PageInfo[];
}

/** The words that are selected, and what can be done with them. */
function PickBar({ picked, picking }: { picked: PickedSource | null; picking: SourcePicking }) {
  if (!picked) return <p className={styles['hint']}>{picking.hasValue ? t`Select words on the page to make them the source.` : t`Select words on the page to make them the source and the value.`}</p>;
  return (
    <div role="toolbar" aria-label={t`Selected words`} className={styles['pick']}>
      <q className="truncate">{picked.quote}</q>
      <Button size="small" variant="primary" onClick={() => picking.onPick(picked, !picking.hasValue)}>
        {picking.hasValue ? t`Use as source` : t`Use as value`}
      </Button>
      {picking.hasValue && (
        <Button size="small" onClick={() => picking.onPick(picked, true)}>
          {t`And as value`}
        </Button>
      )}
    </div>
  );
}

const KEYS = t`Arrow keys move by word, Shift selects, x expands the selection, Enter makes it the source, Shift+Enter also the value.`;

function LoadedPages({ document, version, pages, passage, picking }: LoadedProps) {
  const stack = useRef<StackHandle>(null);
  const [currentPage, setCurrentPage] = useState(1);
  const [measure, width] = useWidth();
  const words = useWords(pages, version);
  const { pdf, error } = usePdf(document.pdfUrl, document.size);
  const { surface, picked, handlers } = useSourcePicker({ documentId: document.uuid, version, pages, words, stack, currentPage, source: passage, picking, isReady: width > 0 });
  const layout = useMemo(() => layoutPages(pages, scaleFor('fit', pages, { width })), [pages, width]);
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
    <>
      <div ref={measure} className={styles['pages']}>
        {error !== null && <p role="status">{t`The pages cannot be displayed right now.`}</p>}
        {width > 0 && (
          <PageStack
            {...{ pages, pdf, layout, overlay }}
            startPage={hit ? (pageOfText(pages, hit.from) ?? 1) : 1}
            thumbnailUrl={document.thumbnailUrl}
            handle={stack}
            surface={{ role: picking ? 'application' : 'region', tabIndex: 0, 'aria-label': [t`Pages of ${document.title}.`, picking && KEYS].filter(Boolean).join(' '), ...handlers }}
            surfaceRef={surface}
            onPage={setCurrentPage}
            onDrawError={ignore}
          />
        )}
      </div>
      {picking && <PickBar picked={picked} picking={picking} />}
    </>
  );
}

/** The pages of a document with one passage highlighted. */
export function SourceView({ documentId, passage, picking }: SourceViewProps) {
  const document = useQuery(documentOptions(documentId));
  const version = document.data ? `${document.data.revision ?? 0}:complete` : '';
  const pages = useQuery({ ...pagesOptions(documentId, version), enabled: document.data !== undefined });
  if (document.isError) return <ErrorNotice title={t`The document could not be loaded`} error={document.error} onRetry={() => void document.refetch()} />;
  if (pages.isError) return <ErrorNotice title={t`The pages could not be loaded`} error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!document.data || !pages.data) return <Skeleton height={400} />;
  return <LoadedPages key={documentId} document={document.data} version={version} pages={pages.data} passage={passage} picking={picking} />;
}
