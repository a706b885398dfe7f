import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { allNodes, nodes } from '@/lib/relay';

import { getArchive, type Archive } from './api/archives';
import type { Upload } from './model/upload';
import { uploadCounts, uploadGroups, type ServerState, type ServerStates } from './model/upload-groups';
import { useUploads } from './model/upload-store';

// Processing states of uploaded files: two queries list the documents in process and those that failed; all others are ready.

const processing = graphql(
  `
    query UploadsInProcess($first: Int!, $after: String) {
      documents(state: PROCESSING, first: $first, after: $after) {
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
          }
        }
      }
    }
  `,
  [pageCursor],
);

const failed = graphql(
  `
    query UploadsFailed($first: Int!, $after: String) {
      documents(state: FAILED, first: $first, after: $after) {
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            failure {
              code
              message
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

const PAGE = 100;
const MAX_FAILED_PAGES = 10;
const POLL = 1_000;

const sent = () => useUploads.getState().uploads.filter(({ state }) => state === 'sent');

async function processingIds(): Promise<ReadonlySet<string>> {
  const documents = await allNodes(async (after) => (await request(processing, { first: PAGE, after })).documents);
  return new Set(documents.map(({ uuid }) => uuid));
}

/** Return the failures, newest first, up to a limit. */
async function failures(): Promise<Map<string, ServerState['failure']>> {
  const failuresById = new Map<string, ServerState['failure']>();
  let after: string | null = null;
  for (let page = 0; page < MAX_FAILED_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const { documents }: Awaited<ReturnType<typeof failedPage>> = await failedPage(after);
    for (const { uuid, failure } of nodes(documents)) failuresById.set(uuid, failure);
    after = documents.pageInfo.endCursor;
    if (!documents.pageInfo.hasNextPage) break;
  }
  return failuresById;
}

const failedPage = (after: string | null) => request(failed, { first: PAGE, after });

async function documentStates(ids: readonly string[]): Promise<[string, ServerState][]> {
  if (ids.length === 0) return [];
  const inProcess = await processingIds();
  // Queried afterwards, so that a document that fails in between is in one of both.
  const failuresById = await failures();
  return ids.map((id) => {
    if (inProcess.has(id)) return [id, { state: 'PROCESSING', failure: null }];
    return [id, failuresById.has(id) ? { state: 'FAILED', failure: failuresById.get(id) ?? null } : { state: 'READY', failure: null }];
  });
}

const ARCHIVE_STATES = { waiting: 'PROCESSING', done: 'READY', failed: 'FAILED' } as const;

const archiveState = (archive: Archive): ServerState => ({
  state: ARCHIVE_STATES[archive.state],
  failure: archive.error,
  archive: { counts: archive.counts, entries: archive.entries },
});

async function archiveStates(uploads: readonly Upload[]): Promise<[string, ServerState][]> {
  const requests = uploads.map(async ({ archiveId = '', target }): Promise<[string, ServerState]> => [archiveId, archiveState(await getArchive(target.corpus ?? '', archiveId))]);
  return (await Promise.allSettled(requests)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

async function fetchStates(): Promise<ServerStates> {
  const uploads = sent();
  const documents = await documentStates(uploads.flatMap(({ documentId }) => documentId ?? []));
  const archives = await archiveStates(uploads.filter(({ archiveId }) => archiveId));
  return Object.fromEntries([...documents, ...archives]);
}

const isProcessing = (states: ServerStates | undefined) =>
  sent().some(({ documentId, archiveId }) => (states?.[documentId ?? archiveId ?? '']?.state ?? 'PROCESSING') === 'PROCESSING');

const uploadStatesOptions = queryOptions({
  queryKey: ['upload-states'],
  queryFn: fetchStates,
  refetchInterval: ({ state: { data } }) => isProcessing(data) && pollInterval(POLL),
});

const NO_STATES: ServerStates = {};

/** Return the groups of the upload panel and their counts. */
export function useUploadGroups() {
  const uploads = useUploads((state) => state.uploads);
  const { data: states = NO_STATES } = useQuery({ ...uploadStatesOptions, enabled: uploads.some(({ state }) => state === 'sent') });
  return useMemo(() => {
    const groups = uploadGroups(uploads, states);
    return { groups, counts: uploadCounts(groups) };
  }, [uploads, states]);
}
