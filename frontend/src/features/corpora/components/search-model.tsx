import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { formatNumber } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './search-model.module.css';

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
  useInvalidatingMutation({ mutationFn: (embedder: string) => mutate(changeCorpusEmbedderMutation, { corpusId, embedder }), affected: [['corpus-embedder', corpusId]] });

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
export function SearchModel({ corpusId }: { corpusId: string }) {
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
