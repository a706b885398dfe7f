import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Library } from 'lucide-react';
import { lazy, Suspense } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { focusTab, Tabs, type Tab } from '@/components/ui/tabs';
import type { ExecutionFilter } from '@/features/actions/api/executions';
import { ActionsPanel } from '@/features/actions/components/actions-panel';
import { isExecutionState } from '@/features/actions/model/execution-state';
import { ExportAnnotations } from '@/features/annotations/components/export-annotations';
import { filterOf, searchOf, type CorpusFilter } from '@/features/annotations/model/corpus-filter';
import { AuditList } from '@/features/audit/components/audit-list';
import { proposalCountOptions } from '@/features/conversations/api/proposals-to-review';
import { corpusLabelsOptions } from '@/features/corpora/api/corpus-labels';
import { foldersOptions } from '@/features/corpora/api/folders';
import { corpusOptions, type CorpusDetail } from '@/features/corpora/api/get-corpus';
import { CopyCorpus, CopyReport } from '@/features/corpora/components/copy-corpus';
import { CorpusDescription, EditCorpus } from '@/features/corpora/components/corpus-description';
import { CorpusHistory } from '@/features/corpora/components/corpus-history';
import { DeleteCorpus } from '@/features/corpora/components/delete-corpus';
import { LabelList } from '@/features/corpora/components/label-list';
import { Retention } from '@/features/corpora/components/retention';
import { PublicBadge } from '@/features/documents/components/public-badge';
import type { GridFilter } from '@/features/extracts/model/filter';
import type { ObligationFilter } from '@/features/obligations/model/obligation-filter';
import { similarSpan } from '@/features/search/model/filters';
import { sessionOptions } from '@/features/session/api/session';
import { ShareButton } from '@/features/sharing/components/share-button';
import { PageEdits } from '@/features/workspace/components/page-edits';
import { useCommands } from '@/lib/commands';
import { isNotFound } from '@/lib/errors';
import { isFailed } from '@/lib/failed-query';
import { lazyComponent } from '@/lib/lazy-part';
import { isMine, may } from '@/lib/permissions';
import { useTitle } from '@/lib/title';
import { displayName } from '@/lib/users';

import { corpusSearch, type CorpusTab } from '../search-params';
import { CorpusDocuments } from './corpus-documents';
import styles from './corpus-page.module.css';
import { CorpusSearch } from './corpus-search';
import { useListParts } from './list-parts';
import { SavedViews } from './saved-views';

const route = getRouteApi('/signed-in/c/$uuid');

const ProposalReview = lazy(async () => ({ default: (await import('@/features/conversations/components/proposal-review')).ProposalReview }));

/** Return the number of proposals of a corpus that wait for the user's decision; undefined if there are none. */
function useProposalCount({ uuid, isMember }: CorpusDetail): number | undefined {
  const { data } = useQuery({ ...proposalCountOptions(uuid), enabled: isMember });
  return data || undefined;
}

/** The proposals of a corpus on which the user may decide. The filter is in the URL. */
function CorpusProposals({ corpus }: { corpus: CorpusDetail }) {
  const { proposed } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the proposals`} />}>
      <ProposalReview
        corpusId={corpus.uuid}
        filter={proposed}
        onFilter={(filter) => void navigate({ search: { tab: 'proposals', proposed: filter }, replace: true })}
      />
    </Suspense>
  );
}

const ObligationCalendar = lazy(async () => ({ default: (await import('@/features/obligations/components/obligation-calendar')).ObligationCalendar }));

/** The obligations in the documents of a corpus, as a list or a month. The filter is in the URL. */
function CorpusObligations({ corpus }: { corpus: CorpusDetail }) {
  const { kind, review, done, month } = route.useSearch();
  const { data: user } = useQuery(sessionOptions);
  const navigate = route.useNavigate();
  const onFilter = (next: ObligationFilter) =>
    void navigate({
      search: { tab: 'obligations', ...(next.kind && { kind: next.kind }), ...(next.review && { review: next.review }), ...(next.done && { done: next.done }), ...(next.month && { month: next.month }) },
      replace: true,
    });
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the obligations`} />}>
      <ObligationCalendar corpusId={corpus.uuid} maySubscribe={Boolean(user)} mayChange={may(corpus, 'ANNOTATE')} filter={{ kind, review, done, month }} onFilter={onFilter} />
    </Suspense>
  );
}

const SimilarTexts = lazy(async () => ({ default: (await import('@/features/similarity/components/similar-texts')).SimilarTexts }));
const SameClauses = lazy(async () => ({ default: (await import('@/features/similarity/components/similar-texts')).SameClauses }));

/** The similar documents and clauses of a corpus, or a clause in its documents. Both are in the URL. */
function CorpusSimilar({ corpus }: { corpus: CorpusDetail }) {
  const { like, texts = 'DOCUMENT' } = route.useSearch();
  const navigate = route.useNavigate();
  const clause = similarSpan(like);
  const back = <Link to="/c/$uuid" params={{ uuid: corpus.uuid }} search={{ tab: 'similar' }}>{t`All similar texts`}</Link>;
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the similar texts`} />}>
      {clause ? (
        <SameClauses corpusId={corpus.uuid} clause={clause} back={back} />
      ) : (
        <SimilarTexts corpusId={corpus.uuid} mayEdit={may(corpus, 'EDIT')} kind={texts} onKind={(kind) => void navigate({ search: { tab: 'similar', ...(kind === 'CLAUSE' && { texts: kind }) }, replace: true })} />
      )}
    </Suspense>
  );
}

const ConversationsPane = lazy(async () => ({ default: (await import('@/features/conversations/components/conversations-pane')).ConversationsPane }));

/** The user's conversations about the corpus. */
function CorpusConversations({ corpus: { uuid, title } }: { corpus: CorpusDetail }) {
  const { conversation } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the conversations`} />}>
      <ConversationsPane
        scope={{ corpus: uuid }}
        corpusTitle={title}
        selected={conversation}
        onSelect={(next) => void navigate({ search: { tab: 'ask', ...(next !== undefined && { conversation: next }) } })}
      />
    </Suspense>
  );
}

const ThreadList = lazy(async () => ({ default: (await import('@/features/comments/components/thread-list')).ThreadList }));

/** The comments on a corpus, its documents and their annotations. */
function CorpusComments({ corpusId }: { corpusId: string }) {
  const { thread } = route.useSearch();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the comments`} />}>
      <div className={styles['comments']}>
        <ThreadList subject={{ corpusId }} about={t`Comment on this corpus`} selected={thread} />
      </div>
    </Suspense>
  );
}

const AnalysesPanel = lazy(async () => ({ default: (await import('@/features/analyses/components/analyses-panel')).AnalysesPanel }));

/** The analyzers, and what they have found in the documents of a corpus. */
function CorpusAnalyses({ corpus }: { corpus: CorpusDetail }) {
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the analyzers`} />}>
      <AnalysesPanel corpusId={corpus.uuid} mayEdit={may(corpus, 'EDIT')} mayAnnotate={may(corpus, 'ANNOTATE')} />
    </Suspense>
  );
}

const CorpusUndoKeys = lazyComponent(async () => (await import('@/features/corpora/components/corpus-undo-keys')).CorpusUndoKeys);

function CorpusMissing() {
  return (
    <Notice alone icon={<Library />} title={t`Corpus not found`} action={<Link to="/c">{t`Go to your corpora`}</Link>}>
      {t`It may have been deleted, or you may not have access.`}
    </Notice>
  );
}

function AuditLog({ corpus }: { corpus: CorpusDetail }) {
  return (
    <div className={styles['log']}>
      <AuditList objectId={corpus.uuid} label={t`Audit log of ${corpus.title}`} />
    </div>
  );
}

function CorpusTabs({ corpus }: { corpus: CorpusDetail }) {
  const { tab = 'documents', folder, action, state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: user } = useQuery(sessionOptions);
  const proposalCount = useProposalCount(corpus);
  const filterActions = (filter: ExecutionFilter) =>
    void navigate({ search: { tab: 'actions', ...(filter.action && { action: filter.action }), ...(filter.state && { state: filter.state }) }, replace: true });
  const actions = <ActionsPanel corpusId={corpus.uuid} mayEdit={may(corpus, 'EDIT')} mayShare={may(corpus, 'SHARE')} filter={{ action, state: isExecutionState(state) ? state : undefined }} onFilter={filterActions} />;
  const show = (next: CorpusTab) => void navigate({ search: { ...(next !== 'documents' && { tab: next }), ...(folder && { folder }) } });
  const tabs: readonly Tab<CorpusTab>[] = [
    { value: 'documents', label: t`Documents`, count: corpus.documentCount, content: <CorpusDocuments corpus={corpus} /> },
    { value: 'search', label: t`Search`, content: <CorpusSearch corpus={corpus} /> },
    ...(user ? [{ value: 'ask' as const, label: t`Ask`, content: <CorpusConversations corpus={corpus} /> }] : []),
    ...(corpus.isMember ? [{ value: 'proposals' as const, label: t`Proposals`, count: proposalCount, content: <CorpusProposals corpus={corpus} /> }] : []),
    { value: 'annotations', label: t`Annotations`, content: <CorpusAnnotations corpus={corpus} /> },
    { value: 'obligations', label: t`Obligations`, content: <CorpusObligations corpus={corpus} /> },
    { value: 'similar', label: t`Similar texts`, content: <CorpusSimilar corpus={corpus} /> },
    ...(corpus.isMember ? [{ value: 'extract' as const, label: t`Extract`, content: <CorpusExtracts corpus={corpus} /> }] : []),
    ...(corpus.isMember ? [{ value: 'analyze' as const, label: t`Analyze`, content: <CorpusAnalyses corpus={corpus} /> }] : []),
    ...(corpus.isMember ? [{ value: 'comments' as const, label: t`Comments`, content: <CorpusComments corpusId={corpus.uuid} /> }] : []),
    ...(corpus.isMember ? [{ value: 'actions' as const, label: t`Actions`, content: actions }] : []),
    { value: 'labels', label: t`Labels`, count: corpus.labels.length, content: <LabelList corpus={corpus} actions={<ExportAnnotations corpusId={corpus.uuid} isMember={corpus.isMember} />} /> },
    ...(isMine(corpus) ? [{ value: 'log' as const, label: t`Audit log`, content: <AuditLog corpus={corpus} /> }] : []),
  ];
  useCommands(() => tabs.map(({ value, label }) => ({ name: `corpus.tab.${value}`, text: t`Show: ${label}`, run: () => focusTab(value) })));
  return <Tabs label={t`Sections of ${corpus.title}`} value={tab} onChange={show} tabs={tabs} />;
}

/** The personal corpus receives all uploads, so that sharing it is not offered, unless it is shared already. */
const canBeShared = ({ isPersonal, isPublic, shares }: CorpusDetail) => !isPersonal || isPublic || shares.length > 0;

function About({ corpus }: { corpus: CorpusDetail }) {
  const { isPersonal, isPublic, owner } = corpus;
  const personal = isPersonal && isMine(corpus) && (canBeShared(corpus) ? t`Your personal corpus` : t`Your personal corpus, visible only to you`);
  return (
    <div className={styles['about']}>
      {isPublic && <PublicBadge />}
      {!isMine(corpus) && <span>{t`by ${displayName(owner)}`}</span>}
      {personal && <span>{personal}</span>}
      {isMine(corpus) && <CopyReport corpusId={corpus.uuid} />}
      <CorpusDescription corpus={corpus} />
    </div>
  );
}

/** The parts of the page for members: the keys that undo, and the queue of their edits. */
const Editing = ({ corpus: { uuid, title, isMember } }: { corpus: CorpusDetail }) =>
  isMember && (
    <>
      <CorpusUndoKeys corpusId={uuid} />
      <PageEdits key={uuid} corpusId={uuid} title={title} />
    </>
  );

export function CorpusPage() {
  useListParts();
  const { uuid } = route.useParams();
  const navigate = route.useNavigate();
  const corpus = useQuery(corpusOptions(uuid));
  const { data: user } = useQuery(sessionOptions);
  useTitle(corpus.data?.title);
  if (corpus.isPending) return <SkeletonRows label={t`Loading the corpus`} />;
  if (corpus.isError && isNotFound(corpus.error)) return <CorpusMissing />;
  if (isFailed(corpus)) return <ErrorNotice alone title={t`The corpus could not be loaded`} error={corpus.error} onRetry={() => void corpus.refetch()} />;
  const { title } = corpus.data;
  const share = user && canBeShared(corpus.data) && <ShareButton subject={{ kind: 'corpus', uuid, title }} object={corpus.data} />;
  return (
    <PageFrame
      title={corpus.data.title}
      about={<About corpus={corpus.data} />}
      actions={
        <>
          {may(corpus.data, 'EDIT') && <EditCorpus corpus={corpus.data} />}
          <Retention corpus={corpus.data} />
          {share}
          {user && <CopyCorpus corpus={corpus.data} onCopied={(copy) => void navigate({ to: '/c/$uuid', params: { uuid: copy } })} />}
          {may(corpus.data, 'DELETE') && !corpus.data.isPersonal && <DeleteCorpus corpus={corpus.data} onDeleted={() => void navigate({ to: '/c' })} />}
          <CorpusHistory corpus={corpus.data} />
        </>
      }
    >
      <Editing corpus={corpus.data} />
      <CorpusTabs corpus={corpus.data} />
    </PageFrame>
  );
}

const AnnotationList = lazy(async () => ({ default: (await import('@/features/annotations/components/corpus-annotations')).CorpusAnnotations }));

const NO_LABELS: readonly { uuid: string; path: string; color: string }[] = [];

/** The annotations of a corpus. The filter is in the URL. */
function CorpusAnnotations({ corpus }: { corpus: CorpusDetail }) {
  const { view, ...search } = route.useSearch();
  const labels = useQuery(corpusLabelsOptions(corpus.uuid));
  const navigate = route.useNavigate();
  const filter = filterOf(search);
  const onFilter = (next: CorpusFilter) => void navigate({ search: corpusSearch({ ...searchOf(next), tab: 'annotations', view }), replace: true });
  const views = (
    <SavedViews
      kind="ANNOTATIONS"
      corpusId={corpus.uuid}
      search={searchOf(filter)}
      chosen={view}
      mayShare={may(corpus, 'ANNOTATE')}
      mayUnshare={may(corpus, 'EDIT')}
      onShow={(state, next) => void navigate({ search: corpusSearch({ ...state, tab: 'annotations', view: next }), replace: true })}
    />
  );
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the annotations`} />}>
      <AnnotationList corpusId={corpus.uuid} labels={labels.data ?? NO_LABELS} filter={filter} mayImport={may(corpus, 'ANNOTATE')} isMember={corpus.isMember} views={views} onFilter={onFilter} />
    </Suspense>
  );
}

const ExtractsPanel = lazy(async () => ({ default: (await import('@/features/extracts/components/extracts-panel')).ExtractsPanel }));

/** The extractions of a corpus. The open one and its filters are in the URL. */
function CorpusExtracts({ corpus }: { corpus: CorpusDetail }) {
  const { extract, show, words, sort, down } = route.useSearch();
  const navigate = route.useNavigate();
  const folders = useQuery(foldersOptions(corpus.uuid));
  const open = (next: string | undefined) => void navigate({ search: { tab: 'extract', ...(next && { extract: next }) } });
  const onFilter = ({ cells, search, sortColumn, descending }: GridFilter) =>
    void navigate({
      search: {
        tab: 'extract',
        ...(extract && { extract }),
        ...(cells && { show: cells }),
        ...(search && { words: search }),
        ...(sortColumn && { sort: sortColumn }),
        ...(descending && { down: true }),
      },
      replace: true,
    });
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the extractions`} />}>
      <ExtractsPanel
        corpusId={corpus.uuid}
        mayEdit={may(corpus, 'EDIT')}
        mayReview={may(corpus, 'REVIEW')}
        mayAnnotate={may(corpus, 'ANNOTATE')}
        extract={extract}
        filter={{ cells: show, search: words, sortColumn: sort, descending: down }}
        folders={(folders.data ?? []).map(({ uuid, path }) => ({ id: uuid, path }))}
        onOpen={open}
        onFilter={onFilter}
      />
    </Suspense>
  );
}
