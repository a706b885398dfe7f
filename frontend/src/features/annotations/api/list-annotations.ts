// The annotations of a document. A long list is loaded in parts, which are shown as they arrive; later, only its changes are.
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';

import { annotationFields } from '@/graphql/annotation-fields';
import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { useConnection } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import type { Refresh } from '@/lib/refresh';
import { allNodes, nodes } from '@/lib/relay';

import type { Annotation } from '../model/annotation';

export const annotationList = graphql(
  `
    fragment AnnotationList on AnnotationConnection {
      pageInfo {
        ...PageCursor
      }
      edges {
        node {
          ...AnnotationFields
        }
      }
    }
  `,
  [annotationFields, pageCursor],
);

const query = graphql(
  `
    query Annotations($documentId: ID!, $corpusId: ID!, $first: Int!, $after: String) {
      annotations(documentId: $documentId, corpusId: $corpusId, first: $first, after: $after) {
        ...AnnotationList
      }
    }
  `,
  [annotationList],
);

const lastModified = graphql(
  `
    query LastModifiedAnnotations($documentId: ID!, $corpusId: ID!, $first: Int!) {
      annotations(documentId: $documentId, corpusId: $corpusId, orderBy: MODIFIED, first: $first) {
        totalCount
        edges {
          node {
            ...AnnotationFields
          }
        }
      }
    }
  `,
  [annotationFields],
);

/** The document and corpus of a list. */
interface Scope {
  documentId: string;
  corpusId: string;
}

/** As many as the API allows. */
const PAGE_SIZE = 1_000;
const LAST_MODIFIED = 100;
/** Of a longer list, only changes are loaded. */
const MAX_SHORT = 200;
/** Live updates report changes earlier. */
const STALE_MS = 10_000;
const STALE_WHEN_LIVE_MS = 300_000;
const SAVING_MS = 500;

const isLong = (list: readonly Annotation[] | undefined): list is readonly Annotation[] => list !== undefined && list.length > MAX_SHORT;

const keyOf = ({ documentId, corpusId }: Scope) => annotationsOptions(documentId, corpusId).queryKey;

/** The loaded parts of a list that is being loaded for the first time. */
export const arrivingOptions = (documentId: string, corpusId: string) =>
  queryOptions<readonly Annotation[]>({ queryKey: ['arriving-annotations', documentId, corpusId], queryFn: skipToken });

function addArriving(client: QueryClient, { documentId, corpusId }: Scope, annotations: readonly Annotation[]): void {
  if (client.getQueryData(keyOf({ documentId, corpusId })) !== undefined) return;
  client.setQueryData(arrivingOptions(documentId, corpusId).queryKey, (before = []) => {
    const known = new Set(before.map(({ uuid }) => uuid)); // one of them may have been edited here since
    return [...before, ...annotations.filter(({ uuid }) => !known.has(uuid))];
  });
}

/** Forget what has arrived once the list is there, so that it is not kept twice. */
function dropArriving(client: QueryClient, { documentId, corpusId }: Scope): void {
  const { queryKey } = arrivingOptions(documentId, corpusId);
  if (client.getQueryData(keyOf({ documentId, corpusId })) !== undefined && client.getQueryData(queryKey)) client.setQueryData(queryKey, []);
}

/** Change the list that is shown: the complete one, or what has arrived of it. */
export function changeList(client: QueryClient, { documentId, corpusId }: Scope, change: (list: readonly Annotation[]) => readonly Annotation[]): void {
  const { queryKey } = annotationsOptions(documentId, corpusId);
  const shown = client.getQueryData(queryKey) === undefined ? arrivingOptions(documentId, corpusId).queryKey : queryKey;
  client.setQueryData<readonly Annotation[]>(shown, (before = []) => change(before));
}

/** Return the list that is shown. */
export const shownList = (client: QueryClient, { documentId, corpusId }: Scope): readonly Annotation[] =>
  client.getQueryData(keyOf({ documentId, corpusId })) ?? client.getQueryData(arrivingOptions(documentId, corpusId).queryKey) ?? [];

// Changes of a long list of annotations, from the annotations that were modified last and the number of all.

interface LastModified {
  /** the last modified first; all of them if there are no others */
  annotations: readonly Annotation[];
  /** the number of all annotations */
  total: number;
}

/**
 * Return the list with these changes; null if there may be others, so that the whole list has to be loaded: all of the annotations changed,
 * so that more may have, or the number of all shows that some were removed.
 */
export function withLastModified(known: readonly Annotation[], { annotations, total }: LastModified): readonly Annotation[] | null {
  const byUuid = new Map(known.map((each) => [each.uuid, each]));
  const changed = annotations.filter(({ uuid, modified }) => byUuid.get(uuid)?.modified !== modified);
  if (changed.length === annotations.length && total > annotations.length) return null;
  for (const each of changed) byUuid.set(each.uuid, each);
  if (byUuid.size !== total) return null;
  return changed.length === 0 ? known : [...byUuid.values()];
}

async function withChanges(list: readonly Annotation[], scope: Scope): Promise<readonly Annotation[] | null> {
  const { annotations } = await request(lastModified, { ...scope, first: LAST_MODIFIED });
  return withLastModified(list, { annotations: nodes(annotations), total: annotations.totalCount });
}

type Part = ResultOf<typeof annotationList>;

/** Load all parts, after the first one if that is known. Return whether what was loaded can differ from all at one time, too. */
async function loadParts(client: QueryClient, scope: Scope, first: Part | undefined) {
  let parts = first ? 1 : 0;
  const loadPart = async (after: string | null) => {
    const { annotations } = await request(query, { ...scope, first: PAGE_SIZE, after });
    parts += 1;
    if (parts > 1 || annotations.pageInfo.hasNextPage) addArriving(client, scope, nodes(annotations));
    return annotations;
  };
  if (first) addArriving(client, scope, nodes(first));
  const loaded = [...(first ? nodes(first) : []), ...(await allNodes(loadPart, first?.pageInfo.endCursor ?? null))];
  // One that was moved meanwhile may be in two parts.
  return { list: [...new Map(loaded.map((each) => [each.uuid, each])).values()], isOfSeveral: parts > 1 };
}

/** Load the list. It is loaded again if so much changed meanwhile that the changes are not known. */
async function loadList(client: QueryClient, scope: Scope, first?: Part): Promise<readonly Annotation[]> {
  const { list, isOfSeveral } = await loadParts(client, scope, first);
  if (!isOfSeveral) return list;
  return (await withChanges(list, scope)) ?? (await loadParts(client, scope, undefined)).list;
}

/** The lists whose reload was cancelled: they may lack changes that are not among the last modified annotations, such as names of labels. */
const cancelled = new WeakSet<object>();

const findQuery = (client: QueryClient, scope: Scope) => client.getQueryCache().find<readonly Annotation[]>({ queryKey: keyOf(scope) });

/** Stop a reload: its result would lack the edit that is shown next. The first load goes on, and the edit is shown again after it. */
export async function cancelReload(client: QueryClient, scope: Scope): Promise<void> {
  const found = findQuery(client, scope);
  if (found?.state.data === undefined) return;
  if (found.state.fetchStatus === 'fetching') cancelled.add(found);
  await client.cancelQueries({ queryKey: keyOf(scope) });
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Check whether the changes of a list can be loaded alone: it is shown, and nothing else of it is stale. */
const isKnown = (found: ReturnType<typeof findQuery>): boolean => found?.isActive() === true && !found.state.isInvalidated && !cancelled.has(found);

/** Load the changes of a long list. */
async function refreshLong(client: QueryClient, scope: Scope, before: readonly Annotation[]): Promise<void> {
  const queryKey = keyOf(scope);
  const list = await withChanges(before, scope).catch(() => undefined);
  if (client.getQueryData(queryKey) !== before) return pause(SAVING_MS).then(() => refreshWhenSaved(client, scope));
  // After an error, the list is loaded when it is used next.
  if (list === undefined) return client.invalidateQueries({ queryKey, refetchType: 'none' });
  if (list === null) return client.invalidateQueries({ queryKey });
  if (list !== before) client.setQueryData(queryKey, list);
}

/** Load the changes of a list that is shown. A short one is loaded again, and a long one if there are too many changes. */
async function refresh(client: QueryClient, scope: Scope): Promise<void> {
  const queryKey = keyOf(scope);
  const found = findQuery(client, scope);
  const before = found?.state.data;
  if (!isLong(before)) return client.invalidateQueries({ queryKey });
  if (found?.state.fetchStatus === 'fetching') {
    // The load goes on, because it takes long. It may lack what has changed since it began.
    await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    return refreshWhenSaved(client, scope);
  }
  return isKnown(found) ? refreshLong(client, scope, before) : client.invalidateQueries({ queryKey });
}

/** Refresh when no edit waits: those that do are shown, and the server does not know them yet. */
async function refreshWhenSaved(client: QueryClient, scope: Scope): Promise<void> {
  if (client.isMutating({ mutationKey: keyOf(scope) }) === 0) return refresh(client, scope);
  await pause(SAVING_MS);
  return refreshWhenSaved(client, scope);
}

export const annotationsOptions = (documentId: string, corpusId: string) =>
  queryOptions<readonly Annotation[]>({
    queryKey: ['annotations', documentId, corpusId],
    queryFn: ({ client }) => load(client, { documentId, corpusId }),
    staleTime: ({ state }) => (isLong(state.data) && useConnection.getState().live === 'on' ? STALE_WHEN_LIVE_MS : STALE_MS),
    meta: { refresh: ((client) => refreshWhenSaved(client, { documentId, corpusId })) satisfies Refresh },
  });

async function load(client: QueryClient, scope: Scope, first?: Part): Promise<readonly Annotation[]> {
  const found = findQuery(client, scope);
  if (found) cancelled.delete(found);
  const list = await loadList(client, scope, first);
  setTimeout(() => dropArriving(client, scope));
  return list;
}

/** Put the first annotations of a document into the cache, or if there are more, start to load the others. */
export function cacheAnnotations(queryClient: QueryClient, scope: Scope, first: Part): void {
  const options = annotationsOptions(scope.documentId, scope.corpusId);
  if (!first.pageInfo.hasNextPage) return void queryClient.setQueryData(options.queryKey, nodes(first));
  void queryClient.prefetchQuery({ ...options, queryFn: ({ client }) => load(client, scope, first) });
}
