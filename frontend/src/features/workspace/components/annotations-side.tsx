import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { KeyCap } from '@/components/ui/key-cap';
import { labelsOptions } from '@/features/annotations/api/list-labels';
import type { AnnotationListProps } from '@/features/annotations/components/annotation-list';
import styles from '@/features/annotations/components/annotation-panel.module.css';
import type { Annotation, Label } from '@/features/annotations/model/annotation';
import { isFiltered } from '@/features/annotations/model/annotation-filter';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import type { AnnotationEdits } from '@/features/annotations/use-annotation-edits';
import type { FilterState, useAnnotationFilter } from '@/features/annotations/use-annotation-filter';
import { hasPdfWithText } from '@/features/documents/model/downloads';
import { graphql } from '@/graphql/graphql';
import { useAfterFirstView } from '@/lib/first-view';
import { request } from '@/lib/graphql-client';
import { lazyComponent, lazyPart } from '@/lib/lazy-part';

import { useDocumentContext } from '../document-context';
import { usePanelWidth } from '../panel-width';
import type { SelectedCorpus } from '../use-corpus-choice';
import type { Panels } from '../use-panels';
import { SidePanel } from './side-panel';

const useEditButtons = lazyPart(() => import('@/features/annotations/components/edit-buttons'));
const DocumentRelations = lazyComponent(async () => (await import('@/features/annotations/components/document-relations')).DocumentRelations);
const useExports = lazyPart(() => import('@/features/annotations/components/export-annotations'));

/** The first view has priority over buttons that are rarely needed: keys undo the edits of earlier visits at once. */
const AFTER_FIRST_VIEW_MS = 3_000;

const query = graphql(`
  query HasEdits($documentId: ID!, $corpusId: ID!) {
    edits(documentId: $documentId, corpusId: $corpusId, first: 1) {
      edges {
        node {
          id
        }
      }
    }
  }
`);

/** The query for any edit of a document. Those of a document without annotations can be undone after a reload, too. */
const hasEditsOptions = (documentId: string, corpusId: string) =>
  queryOptions({
    queryKey: ['edits', documentId, corpusId, 'any'],
    queryFn: async () => (await request(query, { documentId, corpusId })).edits.edges.length > 0,
    staleTime: Infinity,
  });

/** Return false until this time has passed since the component was shown. */
function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return elapsed;
}

/** Check whether there is something to undo, to redo or to show in the history, also of earlier visits. */
function useHasEdits(annotations: readonly Annotation[] | undefined): boolean {
  const { document, corpus } = useDocumentContext();
  const { past, future } = useAnnotatorState(({ history }) => history);
  const isKnown = past.length + future.length > 0 || annotations === undefined || annotations.length > 0;
  const isLater = useElapsed(AFTER_FIRST_VIEW_MS);
  const { data } = useQuery({ ...hasEditsOptions(document.uuid, corpus.id), enabled: isLater && corpus.me !== null && corpus.id !== '' && !isKnown });
  return corpus.me !== null && annotations !== undefined && (isKnown || data === true);
}

/** The reason why the user cannot annotate, and a button to annotate in their own corpus instead. */
function ReadOnlyReason({ corpus, onCorpus }: { corpus: SelectedCorpus; onCorpus: (uuid: string) => void }) {
  const { reason, alternative } = corpus;
  return (
    <>
      <p>{reason}</p>
      {alternative && (
        <Button size="small" onClick={() => onCorpus(alternative.uuid)}>
          {t`Annotate in “${alternative.title}”`}
        </Button>
      )}
    </>
  );
}

const useParts = lazyPart(() => import('@/features/annotations/components/annotation-panel-parts'));

interface AnnotationPanelProps extends AnnotationListProps {
  /** false until all annotations are known */
  isLoaded: boolean;
  /** whether some are still being loaded for the first time */
  isArriving: boolean;
  /** why not all of them were loaded */
  failure: LoadFailure | null;
  filters: FilterState;
  corpusLabels: readonly Pick<Label, 'name'>[];
  /** why the user cannot annotate here */
  reason: ReactNode;
}

interface LoadFailure {
  error: Error;
  retry: () => void;
}

const NotLoaded = ({ failure }: { failure: LoadFailure | null }) => failure && <ErrorNotice title={t`Not all annotations could be loaded`} error={failure.error} onRetry={failure.retry} />;

function NoAnnotations({ editable, reason }: Pick<AnnotationPanelProps, 'editable' | 'reason'>) {
  if (!editable) return <div className={styles['reason']}>{t`No annotations yet.`} {reason}</div>;
  return (
    <p className={styles['empty']}>
      <Trans>
        Select words on a page and choose a label to add the first annotation. Keyboard: press <KeyCap>F6</KeyCap> to reach the page, arrows to move,{' '}
        <KeyCap>Enter</KeyCap> to label. <KeyCap>?</KeyCap> shows all keys.
      </Trans>
    </p>
  );
}

/** The annotations of a document by page, with filters. */
function AnnotationPanel({ annotations, isLoaded, isArriving, failure, filters, corpusLabels, editable, reason, ...rest }: AnnotationPanelProps) {
  const parts = useParts(annotations.length > 0);
  if (annotations.length === 0) return failure ? <NotLoaded failure={failure} /> : !isArriving && <NoAnnotations editable={editable} reason={reason} />;
  return (
    <>
      <NotLoaded failure={failure} />
      {!editable && <div className={styles['reason']}>{reason}</div>}
      {parts && <parts.AnnotationFilters annotations={annotations} corpusLabels={corpusLabels} {...filters} onReview={editable && isLoaded ? rest.onReview : undefined} />}
      {parts && filters.shown.length > 0 && <parts.AnnotationList annotations={filters.shown} editable={editable} {...rest} />}
      {filters.shown.length === 0 && isLoaded && <p className={styles['empty']}>{t`No annotation matches the filter.`}</p>}
    </>
  );
}

interface AnnotationsSideProps {
  annotations: readonly Annotation[];
  /** false until all annotations are known */
  isLoaded: boolean;
  /** whether some are still being loaded for the first time */
  isArriving: boolean;
  failure: LoadFailure | null;
  filters: ReturnType<typeof useAnnotationFilter>;
  edits: AnnotationEdits;
  /** the selected annotation */
  active: string | undefined;
  onShow: (annotation: Annotation) => void;
  onCorpus: (uuid: string) => void;
  panels: Panels;
}

/** The relations between the annotations of the document. */
function RelationsOf({ annotations, isLoaded, onShow }: Pick<AnnotationsSideProps, 'annotations' | 'isLoaded' | 'onShow'>) {
  const { document, corpus } = useDocumentContext();
  const isWanted = useAfterFirstView();
  if (!isLoaded || !isWanted || !corpus.id || annotations.length === 0) return null;
  const show = (uuid: string) => annotations.filter((each) => each.uuid === uuid).forEach(onShow);
  return <DocumentRelations documentId={document.uuid} corpusId={corpus.id} editable={corpus.editable} removable={corpus.removable} onShow={show} />;
}

/** The panel on the right: the annotations of the document. */
export function AnnotationsSide({ annotations, isLoaded, isArriving, failure, filters, edits, active, onShow, onCorpus, panels }: AnnotationsSideProps) {
  const { document, pages, corpus, currentPage } = useDocumentContext();
  const exports = useExports(isLoaded && annotations.length > 0);
  const shown = isFiltered(filters.filter) ? filters.shown.map(({ uuid }) => uuid) : undefined;
  const { setNoted, setTraced } = useAnnotatorState();
  const { data: corpusLabels = [] } = useQuery({ ...labelsOptions(corpus.id), enabled: corpus.editable }); // others do not label, and need no keys
  const size = usePanelWidth();
  const buttons = useEditButtons(useHasEdits(isLoaded ? annotations : undefined));
  const toggleHistory = () => {
    setTraced(null);
    panels.toggleLeft('history');
  };
  return (
    <SidePanel
      side="right"
      title={t`Annotations`}
      {...(isLoaded && { count: annotations.length })}
      size={size}
      actions={
        <>
          {buttons && corpus.id && <buttons.EditButtons edits={edits} editable={corpus.editable} isHistoryShown={panels.left === 'history'} onHistory={toggleHistory} />}
          {exports && isLoaded && <exports.ExportAnnotations corpusId={corpus.id} documentId={document.uuid} withoutPdf={!hasPdfWithText(document)} count={annotations.length} shown={shown} isMember={corpus.me !== null} />}
        </>
      }
      onClose={panels.toggleRight}
    >
      <RelationsOf {...{ annotations, isLoaded, onShow }} />
      <AnnotationPanel
        {...{ annotations, isLoaded, isArriving, failure, filters, corpusLabels, pages, currentPage, active, onShow }}
        editable={corpus.editable}
        removable={corpus.removable}
        reason={<ReadOnlyReason corpus={corpus} onCorpus={onCorpus} />}
        me={corpus.me?.username ?? ''}
        onNote={setNoted}
        onRemove={edits.remove}
        onReview={edits.review}
      />
    </SidePanel>
  );
}
