import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CopyCheck } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { useCancelJob } from '@/features/jobs/api/change-job';

import { isComparing, similarTextsOptions, useFindSimilarTexts, type SimilarTexts as State } from '../api/similar-texts';
import { isTextKind, type TextKind } from '../model/text-kind';
import { GroupList } from './group-list';
import styles from './similar.module.css';

interface SimilarTextsProps {
  corpusId: string;
  mayEdit: boolean;
  kind: TextKind;
  onKind: (kind: TextKind) => void;
}

function Running({ state: { job, progress } }: { state: State }) {
  const cancel = useCancelJob();
  return (
    <>
      <span role="status">{t`Comparing the documents`}</span>
      <progress className={styles['progress']} aria-label={t`Comparing the documents`} max={100} value={progress} />
      <Button busy={cancel.isPending} disabled={!job} onClick={() => job && cancel.mutate(job)}>
        {t`Stop`}
      </Button>
    </>
  );
}

function Start({ corpusId, state, primary = false }: { corpusId: string; state: State; primary?: boolean }) {
  const start = useFindSimilarTexts(corpusId);
  if (isComparing(state)) return <Running state={state} />;
  return (
    <Button {...(primary && { variant: 'primary' as const })} busy={start.isPending} onClick={() => start.mutate()}>
      {state.comparedAt === null ? t`Compare the documents` : t`Compare again`}
    </Button>
  );
}

function About({ state: { state, problem, newDocumentCount, isComplete } }: { state: State }) {
  const notes = [
    ...(state === 'FAILED' ? [t`The last comparison failed: ${problem}`] : []),
    ...(newDocumentCount > 0 ? [plural(newDocumentCount, { one: '# document was added or changed since then.', other: '# documents were added or changed since then.' })] : []),
    ...(isComplete ? [] : [t`The corpus has more similar texts than are kept: the largest groups are shown.`]),
  ];
  if (notes.length === 0) return null;
  return <p className={`${styles['about'] ?? ''} muted small`}>{notes.join(' ')}</p>;
}

function NotCompared({ corpusId, mayEdit, state }: Pick<SimilarTextsProps, 'corpusId' | 'mayEdit'> & { state: State }) {
  return (
    <Notice icon={<CopyCheck />} title={t`The documents were not compared yet`} action={mayEdit && <Start corpusId={corpusId} state={state} primary />}>
      {mayEdit ? t`This finds documents that are nearly the same, and clauses that several documents share.` : t`Editors of the corpus can compare its documents.`}
    </Notice>
  );
}

/** The documents and clauses of a corpus that are nearly the same. */
export function SimilarTexts({ corpusId, mayEdit, kind, onKind }: SimilarTextsProps) {
  const { data: state, isError, error, refetch } = useQuery(similarTextsOptions(corpusId));
  if (isError && !state) return <ErrorNotice title={t`The similar texts could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!state) return <SkeletonRows label={t`Loading the similar texts`} />;
  if (state.comparedAt === null) {
    return (
      <>
        <About state={{ ...state, newDocumentCount: 0 }} />
        <NotCompared corpusId={corpusId} mayEdit={mayEdit} state={state} />
      </>
    );
  }
  return (
    <div className={styles['view']}>
      <Toolbar>
        <Select label={t`Texts`} value={kind} onChange={({ target: { value } }) => isTextKind(value) && onKind(value)}>
          <option value="DOCUMENT">{t`Similar documents`}</option>
          <option value="CLAUSE">{t`Similar clauses`}</option>
        </Select>
        <Spacer />
        <span className="muted small">
          {t`Compared`} <RelativeTime iso={state.comparedAt} />
        </span>
        {mayEdit && <Start corpusId={corpusId} state={state} />}
      </Toolbar>
      <About state={state} />
      <GroupList corpusId={corpusId} kind={kind} comparedAt={state.comparedAt} />
    </div>
  );
}
