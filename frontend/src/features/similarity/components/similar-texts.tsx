import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CopyCheck, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { useCancelJob } from '@/features/jobs/api/change-job';
import { nodes } from '@/lib/relay';

import { isComparing, sameClausesOptions, similarGroupsOptions, similarTextsOptions, useFindSimilarTexts, type SimilarGroup, type SimilarTexts as State } from '../api/similar-texts';
import { isTextKind, type TextKind } from '../model/text-kind';
import { formatSimilarity, partsParameter, type Passage } from '../model/texts';
import styles from './similar.module.css';

interface GroupListProps {
  corpusId: string;
  kind: TextKind;
  comparedAt: string;
}

interface Text {
  document: string;
  documentTitle: string;
  page: number;
  start: number;
  end: number;
  similarity: number;
}

interface TextLinksProps {
  corpusId: string;
  text: Text;
  /** the text that it is compared with; absent for that text itself */
  first: Passage | undefined;
}

/** A document, or a place in it, with a link to it and one to its comparison with the first text. */
function TextLinks({ corpusId, text, first }: TextLinksProps) {
  const { document, documentTitle, page, start, end, similarity } = text;
  const isPart = end > 0;
  const parts = first && partsParameter(first, text);
  return (
    <>
      <Link to="/d/$uuid" params={{ uuid: document }} search={{ c: corpusId, ...(isPart && { from: start, to: end }) }}>
        {isPart ? t`${documentTitle}, page ${page}` : documentTitle}
      </Link>
      {first && (
        <>
          <span className={`${styles['similarity'] ?? ''} muted`} aria-label={t`Similarity ${formatSimilarity(similarity)}`}>
            {formatSimilarity(similarity)}
          </span>
          <Link to="/d/$uuid/compare" params={{ uuid: document }} search={{ old: first.uuid, c: corpusId, ...(parts && { parts }) }} aria-label={t`Compare ${documentTitle}`}>
            {t`Compare`}
          </Link>
        </>
      )}
    </>
  );
}

function Group({ corpusId, kind, group: { texts, textCount } }: { corpusId: string; kind: TextKind; group: SimilarGroup }) {
  const [first] = texts;
  if (!first) return null;
  const passage = { uuid: first.document, start: first.start, end: first.end };
  const hidden = textCount - texts.length;
  return (
    <li className={styles['group']}>
      <h2 className={styles['title']}>
        {kind === 'DOCUMENT' ? plural(textCount, { one: '# similar document', other: '# similar documents' }) : plural(textCount, { one: '# similar clause', other: '# similar clauses' })}
      </h2>
      {first.quote && <p className={styles['quote']}>{first.quote}</p>}
      <ul className={styles['texts']} aria-label={t`Similar texts`}>
        {texts.map((text, index) => (
          <li key={`${text.document}:${text.start}`} className={styles['text']}>
            <TextLinks corpusId={corpusId} text={text} first={index === 0 ? undefined : passage} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="muted small">{plural(hidden, { one: '# more is not shown.', other: '# more are not shown.' })}</p>}
    </li>
  );
}

function Nothing({ kind }: { kind: TextKind }) {
  return (
    <Notice icon={<CopyCheck />} title={kind === 'DOCUMENT' ? t`No near-duplicates` : t`No similar clauses`}>
      {kind === 'DOCUMENT' ? t`No two documents that you see are nearly the same.` : t`No two different documents that you see have a nearly identical clause of twelve words or more.`}
    </Notice>
  );
}

/** The groups of similar documents or clauses, the largest first. */
function GroupList({ corpusId, kind, comparedAt }: GroupListProps) {
  const list = useInfiniteQuery(similarGroupsOptions(corpusId, kind, comparedAt));
  if (list.isPending) return <SkeletonRows label={t`Loading the similar texts`} />;
  if (list.isError) return <ErrorNotice title={t`The similar texts could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.pages[0]?.totalCount === 0) return <Nothing kind={kind} />;
  return (
    <Scroller label={t`Similar texts of this corpus`} more={list}>
      <ul aria-label={t`Groups of similar texts`}>
        {list.data.pages.flatMap(nodes).map((group) => (
          <Group key={group.id} corpusId={corpusId} kind={kind} group={group} />
        ))}
      </ul>
    </Scroller>
  );
}

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

interface SameClausesProps {
  corpusId: string;
  clause: Passage;
  /** leads back to the groups of the corpus */
  back: ReactNode;
}

/** The clauses in the other documents of a corpus that are most like a passage. */
export function SameClauses({ corpusId, clause, back }: SameClausesProps) {
  const found = useQuery(sameClausesOptions(corpusId, clause));
  const { data } = found;
  return (
    <div className={styles['view']}>
      <Toolbar>
        {data && (
          <Link to="/d/$uuid" params={{ uuid: clause.uuid }} search={{ c: corpusId, from: clause.start, to: clause.end }}>
            {t`Passage in ${data.title}`}
          </Link>
        )}
        <Spacer />
        <span className="muted small" role="status">
          {data && plural(data.clauses.length, { one: 'Similar clauses in # document', other: 'Similar clauses in # documents' })}
        </span>
        {back}
      </Toolbar>
      {found.isPending && <SkeletonRows label={t`Looking for the clause in the other documents`} />}
      {found.isError && <ErrorNotice title={t`The clause could not be looked for`} error={found.error} onRetry={() => void found.refetch()} />}
      {data?.clauses.length === 0 && (
        <Notice icon={<SearchX />} title={t`No other document has a similar clause`}>
          {t`Only documents that are indexed for search are compared. Select a whole clause rather than a few words.`}
        </Notice>
      )}
      {data && data.clauses.length > 0 && (
        <Scroller label={t`Similar clauses`}>
          <ol aria-label={t`Similar clauses`}>
            {data.clauses.map((each) => (
              <li key={each.document} className={styles['group']}>
                <p className={styles['quote']}>{each.text}</p>
                <div className={styles['text']}>
                  <TextLinks corpusId={corpusId} text={each} first={clause} />
                </div>
              </li>
            ))}
          </ol>
        </Scroller>
      )}
    </div>
  );
}
