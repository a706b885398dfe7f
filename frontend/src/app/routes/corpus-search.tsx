import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileSearch, Hourglass } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { foldersOptions } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { UNFILED } from '@/features/corpora/model/unfiled';
import { SearchView } from '@/features/search/components/search-view';
import type { SearchFilters } from '@/features/search/model/filters';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { formatNumber } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { isMine } from '@/lib/permissions';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { corpusSearch } from '../search-params';
import styles from './corpus-search.module.css';

const route = getRouteApi('/signed-in/c/$uuid');

const query = graphql(`
  query CorpusProcessing($corpusId: ID!) {
    documents(corpusId: $corpusId, state: PROCESSING, first: 1) {
      totalCount
    }
    corpus(id: $corpusId) {
      id
      documentCount
      isMember
      executions(first: 50) {
        edges {
          node {
            id
            state
            action {
              kind
            }
          }
        }
      }
    }
  }
`);

const POLL = 1_500;

/** The number of documents that are searchable, and of those that are still being processed; only members see the executions. */
interface Readiness {
  isMember: boolean;
  documents: number;
  processing: number;
  embedding: number;
  embedded: number;
}

async function fetchReadiness(corpusId: string): Promise<Readiness> {
  const { documents, corpus } = await request(query, { corpusId });
  const embeds = (corpus?.executions.edges ?? []).map(({ node }) => node).filter(({ action }) => action.kind === 'EMBED');
  return {
    isMember: corpus?.isMember ?? false,
    documents: corpus?.documentCount ?? 0,
    processing: documents.totalCount,
    embedding: embeds.filter(({ state }) => state === 'QUEUED').length,
    embedded: embeds.filter(({ state }) => state === 'SUCCESS').length,
  };
}

const readinessOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-readiness', corpusId],
    queryFn: () => fetchReadiness(corpusId),
    refetchInterval: ({ state: { data } }) => data !== undefined && data.processing + data.embedding > 0 && pollInterval(POLL),
  });

function pendingText({ processing, embedding }: Readiness): string {
  const left = Math.max(processing, embedding);
  return left > 0 ? t`${plural(left, { one: '# document', other: '# documents' })} still being processed. Results are incomplete until then.` : '';
}

const isNotIndexed = ({ documents, embedded, isMember }: Readiness) => documents === 0 || (isMember && embedded === 0);

function Intro({ readiness, onDocuments }: { readiness: Readiness | undefined; onDocuments: () => void }) {
  if (readiness?.documents === 0) {
    return (
      <Notice icon={<FileSearch />} title={t`This corpus is empty`} action={<Button onClick={onDocuments}>{t`Go to its documents`}</Button>}>
        {t`Add documents to this corpus. They can be searched as soon as they are processed.`}
      </Notice>
    );
  }
  if (readiness && isNotIndexed(readiness)) {
    return (
      <Notice icon={<Hourglass />} title={t`Not searchable yet`} role="status">
        {pendingText(readiness) || t`No document of this corpus has been indexed for search yet. See the Actions tab for details.`}
      </Notice>
    );
  }
  return (
    <Notice icon={<FileSearch />} title={t`Search this corpus`}>
      {t`Finds passages by their words and by their meaning: “late payment” also finds “overdue instalments”.`}
    </Notice>
  );
}

function FolderScope({ corpusId, folder, onWhole }: { corpusId: string; folder: string; onWhole: () => void }) {
  const folders = useQuery(foldersOptions(corpusId));
  const path = folders.data?.find(({ uuid }) => uuid === folder)?.path;
  if (path === undefined) return null;
  return (
    <p className={styles['scope']}>
      <span className="truncate">{t`In the folder “${path}” and its subfolders.`}</span>
      <Button size="small" onClick={onWhole}>
        {t`Search the whole corpus`}
      </Button>
    </p>
  );
}

const embedderFields = graphql(`
  fragment EmbedderFields on CorpusEmbedder {
    embedder
    nextEmbedder
    embeddedCount
    documentCount
    problem
    available
  }
`);

const corpusEmbedderQuery = graphql(
  `
    query CorpusEmbedder($corpusId: ID!) {
      corpusEmbedder(corpusId: $corpusId) {
        ...EmbedderFields
      }
    }
  `,
  [embedderFields],
);

const changeCorpusEmbedderMutation = graphql(
  `
    mutation ChangeCorpusEmbedder($input: ChangeCorpusEmbedderInput!) {
      changeCorpusEmbedder(input: $input) {
        corpusEmbedder {
          ...EmbedderFields
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [embedderFields, userError],
);

type CorpusEmbedder = ResultOf<typeof embedderFields>;

const POLL_MS = 3_000;

/** While a change is in progress, its progress is fetched again and again: no event reports it. */
const embedderOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-embedder', corpusId],
    queryFn: async () => (await request(corpusEmbedderQuery, { corpusId })).corpusEmbedder,
    refetchInterval: ({ state: { data } }) => (data?.nextEmbedder ? POLL_MS : false),
  });

const useChangeEmbedder = (corpusId: string) =>
  useInvalidatingMutation({ mutationFn: (embedder: string) => mutate(changeCorpusEmbedderMutation, { corpusId, embedder }) });

function Progress({ state: { embedder, nextEmbedder, embeddedCount, documentCount, problem } }: { state: CorpusEmbedder }) {
  const [done, all] = [formatNumber(embeddedCount), formatNumber(documentCount)];
  if (problem)
    return (
      <p role="alert">
        {t`${nextEmbedder ?? ''} has stopped after ${done} of ${all} documents, and ${embedder} is still used: ${problem}`}
      </p>
    );
  return (
    <div role="status">
      <p>
        {t`${nextEmbedder ?? ''} has indexed ${done} of ${all} documents. Until it has indexed all, ${embedder} is used.`}
      </p>
      <progress aria-label={t`Progress of ${nextEmbedder ?? ''}`} max={Math.max(1, documentCount)} value={embeddedCount} />
    </div>
  );
}

function Choice({ corpusId, state }: { corpusId: string; state: CorpusEmbedder }) {
  const change = useChangeEmbedder(corpusId);
  const current = state.nextEmbedder ?? state.embedder;
  const [chosen, setChosen] = useState(current);
  return (
    <>
      <p className="muted">
        {state.available.length < 2
          ? t`The model that compares meanings. This installation has only one; operators can install others.`
          : t`The model that compares meanings. Another one indexes all documents again in the background.`}
      </p>
      {state.nextEmbedder && <Progress state={state} />}
      <div className={styles['choice']}>
        <Select label={t`Search model`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {state.available.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <Button disabled={chosen === current || change.isPending} onClick={() => change.mutate(chosen)}>
          {t`Change`}
        </Button>
        {state.nextEmbedder && state.problem && (
          <Button disabled={change.isPending} onClick={() => change.mutate(current)}>
            {t`Try again`}
          </Button>
        )}
        {state.nextEmbedder && (
          <Button disabled={change.isPending} onClick={() => change.mutate(state.embedder)}>
            {t`Keep ${state.embedder}`}
          </Button>
        )}
      </div>
    </>
  );
}

/** The embedder of a corpus, for its owner. */
function SearchModel({ corpusId }: { corpusId: string }) {
  const [isOpen, setOpen] = useState(false);
  const embedder = useQuery({ ...embedderOptions(corpusId), enabled: isOpen });
  return (
    <details className={styles['model']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`Search model`}</summary>
      {embedder.isError && <p>{t`The search model could not be loaded. Open this again later.`}</p>}
      {embedder.data && <Choice key={`${embedder.data.embedder}-${embedder.data.nextEmbedder ?? ''}`} corpusId={corpusId} state={embedder.data} />}
    </details>
  );
}

/** The search of one corpus: the same as the search of everything, in the folder that is open in the documents tab. */
export function CorpusSearch({ corpus }: { corpus: CorpusDetail }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: readiness } = useQuery(readinessOptions(corpus.uuid));
  const folder = search.folder === UNFILED ? undefined : search.folder;
  const { q, like, label, field, type, language, month } = search;
  const filters: SearchFilters = { q, like, folder, label, field, type, language, month, corpus: corpus.uuid };
  const filter = (change: SearchFilters) => void navigate({ search: corpusSearch({ ...filters, ...change, tab: 'search' }) });
  const pending = readiness && (q ?? like) ? pendingText(readiness) : '';
  return (
    <SearchView filters={filters} within={corpus.title} indexed={readiness?.embedded} intro={<Intro readiness={readiness} onDocuments={() => void navigate({ search: corpusSearch({}) })} />} onFilter={filter} onClear={() => filter({ like: undefined })}>
      {folder && <FolderScope corpusId={corpus.uuid} folder={folder} onWhole={() => filter({ folder: undefined })} />}
      {isMine(corpus) && <SearchModel corpusId={corpus.uuid} />}
      {pending && (
        <p className={styles['pending']} role="status">
          {pending}
        </p>
      )}
    </SearchView>
  );
}
