// Changed labels in the annotations that are loaded: names and colours are replaced, and no list of annotations is loaded again.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { refresh } from '@/lib/refresh';

import type { Annotation, Label } from '../model/annotation';
import type { CorpusAnnotationPage } from './corpus-annotations';
import { labelFields } from './list-labels';
import { RELATION_LIST } from './relations';

const query = graphql(
  `
    query AllLabels($corpusId: ID!) {
      corpus(id: $corpusId) {
        id
        labels {
          ...LabelFields
        }
      }
    }
  `,
  [labelFields],
);

type Labels = ReadonlyMap<string, Label>;

async function fetchLabels(corpusId: string): Promise<Labels> {
  const { corpus } = await request(query, { corpusId });
  return new Map((corpus?.labels ?? []).map((label) => [label.id, label]));
}

/** An annotation, of a document or in a list of a corpus. */
interface Labelled {
  label: Pick<Label, 'id' | 'name' | 'color'> & { path?: string };
  pending?: boolean;
}

function isStale({ label }: Labelled, labels: Labels): boolean {
  const current = labels.get(label.id);
  return current !== undefined && (label.name !== current.name || label.color !== current.color || (label.path !== undefined && label.path !== current.path));
}

/** Return annotations with their labels as they are now, the same list if none has changed; null if a label is not known. */
export function relabelled<Each extends Labelled>(annotations: readonly Each[], labels: Labels): readonly Each[] | null {
  // The label of an annotation that waits to be saved may have been created here.
  if (annotations.some(({ label, pending }) => !pending && !labels.has(label.id))) return null;
  if (!annotations.some((each) => isStale(each, labels))) return annotations;
  return annotations.map((each) => (isStale(each, labels) ? { ...each, label: { ...each.label, ...labels.get(each.label.id) } } : each));
}

const relabelledPages = ({ pages, pageParams }: InfiniteData<CorpusAnnotationPage>, labels: Labels) => {
  const changed = pages.flatMap((page) => {
    const nodes = relabelled(page.edges.map(({ node }) => node), labels);
    return nodes ? [{ ...page, edges: nodes.map((node) => ({ node })) }] : [];
  });
  return changed.length === pages.length ? { pages: changed, pageParams } : null;
};

/** Replace the labels in a list that is loaded. What is being loaded may have been read before the change: it is loaded again, as a list with an unknown label is. */
async function relabelList<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data | null): Promise<void> {
  const state = client.getQueryState<Data>(queryKey);
  if (state?.data === undefined || state.fetchStatus === 'fetching') return refresh(client, queryKey);
  const changed = change(state.data);
  if (changed === null) return refresh(client, queryKey);
  if (changed === state.data) return;
  // It does not get newer by that: what else has changed is loaded when it is shown.
  client.setQueryData<Data>(queryKey, changed, { updatedAt: state.dataUpdatedAt });
  if (state.isInvalidated) await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** lists that show no labels */
const WITHOUT_LABELS = new Set<unknown>(['annotators', 'count', 'obligations']);

function relabelQuery(client: QueryClient, queryKey: QueryKey, corpusId: string, labels: Labels): Promise<void> | undefined {
  const [, list, corpus, corpusOfRelations] = queryKey;
  if (list === RELATION_LIST) return corpusOfRelations === corpusId ? client.invalidateQueries({ queryKey, exact: true }) : undefined;
  if (corpus !== corpusId || WITHOUT_LABELS.has(list)) return undefined;
  if (list === 'corpus') return relabelList<InfiniteData<CorpusAnnotationPage>>(client, queryKey, (data) => relabelledPages(data, labels));
  return relabelList<readonly Annotation[]>(client, queryKey, (data) => relabelled(data, labels));
}

/** Show the labels of a corpus as they are now in the annotations of its documents. */
export async function relabel(client: QueryClient, corpusId: string): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: ['annotations'] });
  if (queries.length === 0) return;
  const labels = await fetchLabels(corpusId);
  await Promise.all(queries.map(({ queryKey }) => relabelQuery(client, queryKey, corpusId, labels)));
}
