import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { KeyCap } from '@/components/ui/key-cap';
import { lazyPart } from '@/lib/lazy-part';

import type { Label } from '../model/annotation';
import type { FilterState } from '../use-annotation-filter';
import type { AnnotationListProps } from './annotation-list';
import styles from './annotation-panel.module.css';

const useParts = lazyPart(() => import('./annotation-panel-parts'));

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

export interface LoadFailure {
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
export function AnnotationPanel({ annotations, isLoaded, isArriving, failure, filters, corpusLabels, editable, reason, ...rest }: AnnotationPanelProps) {
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
