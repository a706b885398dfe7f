// One question for every file in the tray: what is being processed, what has failed; the rest is ready.
import { queryOptions } from '@tanstack/react-query';

import { pagePlace } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { pace } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { everyNode, nodes } from '@/lib/relay';

import type { ServerState, ServerStates } from '../model/tray';
import type { Upload } from '../model/upload';
import { useUploads } from '../model/upload-store';
import { getArchive, type Archive } from './archives';

const processing = graphql(
  `
    query UploadsInProcess($first: Int!, $after: String) {
      documents(state: PROCESSING, first: $first, after: $after) {
        pageInfo {
          ...PagePlace
        }
        edges {
          node {
            uuid
          }
        }
      }
    }
  `,
  [pagePlace],
);

const failed = graphql(
  `
    query UploadsFailed($first: Int!, $after: String) {
      documents(state: FAILED, first: $first, after: $after) {
        pageInfo {
          ...PagePlace
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
  [pagePlace],
);

const PAGE = 100;
const MOST_FAILED_PAGES = 10;
const POLL = 1_000;

const sent = () => useUploads.getState().uploads.filter(({ state }) => state === 'sent');

async function processingIds(): Promise<ReadonlySet<string>> {
  const found = await everyNode(async (after) => (await request(processing, { first: PAGE, after })).documents);
  return new Set(found.map(({ uuid }) => uuid));
}

/** Newest first; nobody looks through more than a thousand of them in the tray. */
async function failures(): Promise<Map<string, ServerState['failure']>> {
  const found = new Map<string, ServerState['failure']>();
  let after: string | null = null;
  for (let page = 0; page < MOST_FAILED_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const { documents }: Awaited<ReturnType<typeof failedPage>> = await failedPage(after);
    for (const { uuid, failure } of nodes(documents)) found.set(uuid, failure);
    after = documents.pageInfo.endCursor;
    if (!documents.pageInfo.hasNextPage) break;
  }
  return found;
}

const failedPage = (after: string | null) => request(failed, { first: PAGE, after });

async function documentStates(ids: readonly string[]): Promise<[string, ServerState][]> {
  if (ids.length === 0) return [];
  const busy = await processingIds();
  // Asked afterwards: what ends in between is in one of both.
  const broken = await failures();
  return ids.map((id) => {
    if (busy.has(id)) return [id, { state: 'PROCESSING', failure: null }];
    return [id, broken.has(id) ? { state: 'FAILED', failure: broken.get(id) ?? null } : { state: 'READY', failure: null }];
  });
}

const ARCHIVE_STATES = { waiting: 'PROCESSING', done: 'READY', failed: 'FAILED' } as const;

const archiveState = (archive: Archive): ServerState => ({
  state: ARCHIVE_STATES[archive.state],
  failure: archive.error,
  archive: { counts: archive.counts, entries: archive.entries },
});

async function archiveStates(uploads: readonly Upload[]): Promise<[string, ServerState][]> {
  const asked = uploads.map(async ({ archiveId = '', place }): Promise<[string, ServerState]> => [archiveId, archiveState(await getArchive(place.corpus ?? '', archiveId))]);
  return (await Promise.allSettled(asked)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

async function fetchStates(): Promise<ServerStates> {
  const uploads = sent();
  const documents = await documentStates(uploads.flatMap(({ documentId }) => documentId ?? []));
  const archives = await archiveStates(uploads.filter(({ archiveId }) => archiveId));
  return Object.fromEntries([...documents, ...archives]);
}

const isOpen = (states: ServerStates | undefined) =>
  sent().some(({ documentId, archiveId }) => (states?.[documentId ?? archiveId ?? '']?.state ?? 'PROCESSING') === 'PROCESSING');

export const uploadStatesOptions = queryOptions({
  queryKey: ['upload-states'],
  queryFn: fetchStates,
  refetchInterval: ({ state: { data } }) => isOpen(data) && pace(POLL),
});
