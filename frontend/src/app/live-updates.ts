// Live updates: queries are invalidated when the server reports a change, by the stream of events, or in the response to a request that
// makes it. Polling continues at long intervals.
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

import { showsJob, type DocumentOfJobs } from '@/features/documents/model/processing-job';
import { listenToChanges } from '@/lib/changes';
import { useConnection } from '@/lib/connection';
import { subscribeToEvents, type Change } from '@/lib/event-stream';
import { createInvalidationQueue } from '@/lib/invalidation-queue';
import { isSaving, refresh, refreshAll } from '@/lib/refresh';

// Short interruptions are not shown.
const GRACE_MS = 4_000;
const SAVING_MS = 500;

const DOCUMENT_LISTS: QueryKey[] = [['documents'], ['corpus-documents'], ['corpus-readiness'], ['upload-states'], ['bin'], ['todo']];
// Queries whose results depend on which corpora and teams the user has access to.
const ACCESS_DEPENDENT: QueryKey[] = [...DOCUMENT_LISTS, ['document'], ['corpora'], ['folders']];

/** The queries whose results depend on the access to a corpus. */
const accessDependent = (uuid: string): QueryKey[] => [...ACCESS_DEPENDENT, ['corpus', uuid], ['access', uuid]];

/** The lists of annotations of all documents of a corpus. */
const annotationsOfCorpus = (uuid: string): QueryKey[] => ['corpus', 'annotators', 'count', 'obligations'].map((list) => ['annotations', list, uuid]);

/** Return the stale lists of annotations: those of one document and of its corpus, or without a document all. */
const staleAnnotations = (uuid: string, document: string | null): QueryKey[] =>
  document
    ? [['annotations', document, uuid], ['annotations', 'relations', document, uuid], ...annotationsOfCorpus(uuid)]
    : [['annotations']];

/** names the labels that annotations show: their names and colours are replaced in the lists that are loaded */
const LABELS_OF_ANNOTATIONS = 'labels-of-annotations';

/** The stale keys for changes in a corpus. */
const STALE_IN_CORPUS: Readonly<Record<string, (uuid: string, document: string | null) => QueryKey[]>> = {
  annotations: (uuid, document) => [...staleAnnotations(uuid, document), ['edits'], ['corpus-labels', uuid], ['corpus-documents', uuid], ['threads', uuid], ['bin'], ['todo']],
  analysis_runs: (uuid) => [['analysis-versions'], ['analysis-runs', uuid], ['analysis-differences']],
  comments: (uuid) => [['threads', uuid], ['notifications'], ['edits'], ['bin']],
  executions: (uuid) => [['executions', uuid], ['actions', uuid], ['corpus-readiness', uuid], ['proposals'], ['todo']],
  bin: () => [['bin']],
  conversations: () => [['conversations']],
  proposals: () => [['proposals'], ['todo']],
  saved_views: () => [['saved-views']],
  labels: (uuid) => [['labels'], ['corpus-labels', uuid], ['document-labels', uuid], ['corpus-documents', uuid], [LABELS_OF_ANNOTATIONS, uuid], ['corpus', uuid], ['edits'], ['bin']],
  fields: (uuid) => [['document-fields', uuid], ['field-values', uuid], ['analysis-runs', uuid], ['corpus-documents', uuid], ['corpus', uuid], ['edits'], ['bin']],
  field_values: (uuid) => [['document-fields', uuid], ['field-values', uuid], ['analysis-runs', uuid], ['corpus-documents', uuid], ['edits']],
  document_labels: (uuid) => [['corpus-documents', uuid], ['document-labels', uuid], ['corpus-labels', uuid], ['edits']],
  remote_analyzers: (uuid) => [['actions', uuid]],
  actions: (uuid) => [['corpus', uuid], ['actions', uuid], ['executions', uuid]],
  cells: (uuid) => [['extract-rows'], ['extract'], ['extracts', uuid], ['todo']],
  extracts: (uuid) => [['extracts', uuid], ['extract'], ['extract-index'], ['bin'], ['todo']],
  fieldsets: (uuid) => [['fieldsets', uuid], ['bin']],
  embedder: (uuid) => [['corpus-embedder', uuid], ['search']],
  folders: (uuid) => [['folders', uuid], ['corpus-documents', uuid], ['edits'], ['bin']],
  documents: (uuid) => [...accessDependent(uuid), ...annotationsOfCorpus(uuid), ['corpus-labels', uuid], ['executions', uuid], ['threads', uuid], ['edits']],
  title: (uuid) => [['corpora'], ['corpus', uuid], ['document'], ['edits']],
  description: (uuid) => [['corpora'], ['corpus', uuid], ['document'], ['edits']],
  allows_language_models: (uuid) => [['recipient', uuid], ['corpus', uuid]],
};

/** Return the stale keys for a part of a corpus that was changed. Other parts may affect everything visible through it. */
const staleInCorpus = (changed: string, uuid: string, subject: string | null): QueryKey[] =>
  STALE_IN_CORPUS[changed]?.(uuid, subject) ?? accessDependent(uuid);

/** The stale keys for changes of a document, beside those for all. */
const STALE_IN_DOCUMENT: Readonly<Record<string, (uuid: string) => QueryKey[]>> = {
  access: (uuid) => [['access', uuid]],
  title: (uuid) => [['edits', uuid]],
};

/** The part that is named if a corpus was deleted. */
const ALL = [''];

/** Return the keys of what a change makes stale. `isShown` says whether the page of a document, if it is loaded, shows a job. */
export function staleKeys({ entity, uuid, subject, changed }: Change, isShown: (document: string, job: string) => boolean): QueryKey[] {
  switch (entity) {
    case 'document':
      return [...DOCUMENT_LISTS, ['document', uuid], ...changed.flatMap((part) => STALE_IN_DOCUMENT[part]?.(uuid) ?? [])];
    case 'corpus':
      return (changed.length > 0 ? changed : ALL).flatMap((part) => staleInCorpus(part, uuid, subject));
    case 'team':
      return [...ACCESS_DEPENDENT, ['corpus'], ['teams']];
    case 'notification':
      return [['notifications'], ['exports'], ['proposals'], ['saved-views'], ['todo']];
    case 'presence':
      return [['presence', uuid]];
    case 'execution':
      return [['executions'], ['actions'], ['corpus-readiness']];
    case 'job':
      return [['jobs'], ['job', uuid], ['executions'], ['bin'], ...(subject && isShown(subject, uuid) ? [['document', subject]] : [])];
    default:
      return []; // from a newer server
  }
}

/** Return the changes that the header `X-Changes` names; null if there were more than it holds (docs/howto/events.md). */
export const parseChanges = (header: string): Change[] | null =>
  header === '*'
    ? null
    : header.split(' ').map((entry) => {
        const [id, entity, uuid = '', subject, changed] = entry.split(':');
        return { id: Number(id), entity: entity as Change['entity'], uuid, version: Number(id), subject: subject || null, changed: changed ? changed.split(',') : [] };
      });

/** Show changed labels of annotations; if that is not possible, load the annotations again. */
async function relabelLater(queryClient: QueryClient, corpusId: string): Promise<void> {
  try {
    const { relabel } = await import('@/features/annotations/api/relabel');
    await relabel(queryClient, corpusId);
  } catch {
    await queryClient.invalidateQueries({ queryKey: ['annotations'] });
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Keeps the loaded data of a user up to date while it is shown. */
export function LiveUpdates({ userId }: { userId: string }): null {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { setLive, setLost } = useConnection.getState();
    const isShown = (document: string, job: string) => {
      const data = queryClient.getQueryData<DocumentOfJobs>(['document', document]);
      return data !== undefined && showsJob(data, job);
    };
    const loadAgain = (queryKey: QueryKey): Promise<void> => {
      if (queryKey[0] === LABELS_OF_ANNOTATIONS) return relabelLater(queryClient, String(queryKey[1]));
      if (queryClient.isMutating({ mutationKey: queryKey }) === 0) return refresh(queryClient, queryKey);
      // The optimistic update is on the screen, but not yet in the list that would be fetched.
      setTimeout(() => invalidate([queryKey]), SAVING_MS);
      return Promise.resolve();
    };
    const invalidate = createInvalidationQueue(loadAgain);
    // Ids of own changes, which the stream sends, too.
    const shown = new Set<number>();
    const stopListening = listenToChanges((header) => {
      const changes = parseChanges(header);
      if (!changes) {
        invalidate(queryClient.getQueryCache().findAll({ predicate: isSaving(queryClient) }).map(({ queryKey }) => queryKey));
        return refreshAll(queryClient);
      }
      for (const { id } of changes) shown.add(id);
      const keys = changes.flatMap((change) => staleKeys(change, isShown));
      return Promise.all([...new Map(keys.map((key) => [JSON.stringify(key), key])).values()].map(loadAgain));
    });
    const disconnect = () => {
      setLive('off');
      // Each query chooses its polling interval when it gets data.
      void queryClient.invalidateQueries();
    };
    let timer = setTimeout(disconnect, GRACE_MS);
    // What changed before the stream was open was not reported.
    const catchUp = once(() => invalidate(DOCUMENT_LISTS));
    const unsubscribe = subscribeToEvents(userId, {
      onChange: (change) => {
        if (!shown.delete(change.id)) invalidate(staleKeys(change, isShown));
      },
      onReset: () => void queryClient.invalidateQueries(),
      // Shown until the server responds again.
      onSilent: () => setLost(true),
      onLive: (live) => {
        clearTimeout(timer);
        if (live) {
          setLive('on');
          catchUp();
        } else timer = setTimeout(disconnect, GRACE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      stopListening();
      setLive('starting');
    };
  }, [queryClient, userId]);
  return null;
}
