// One poll for every file in the tray: the newest documents in one request, stragglers by name.
import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { pace } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

import type { ServerState, ServerStates } from '../model/tray';
import { useUploads } from '../model/upload-store';

const newest = graphql(`
  query UploadStates($first: Int!) {
    documents(first: $first) {
      edges {
        node {
          uuid
          title
          state
          failure {
            code
            message
          }
        }
      }
    }
  }
`);

const one = graphql(`
  query UploadState($id: ID!) {
    document(id: $id) {
      uuid
      title
      state
      failure {
        code
        message
      }
    }
  }
`);

const NEWEST = 100;
const STRAGGLERS = 10;
const POLL = 1_000;

const isOpen = (state: ServerState | undefined) => state === undefined || state.state === 'PROCESSING';

function sentIds(): string[] {
  return useUploads.getState().uploads.flatMap((upload) => (upload.state === 'sent' && upload.documentId ? [upload.documentId] : []));
}

async function straggler(id: string): Promise<[string, ServerState]> {
  const { document } = await request(one, { id });
  // Deleted meanwhile: nothing is left to wait for.
  return [id, document ?? { state: 'READY', title: '', failure: null }];
}

async function fetchStates(): Promise<ServerStates> {
  const wanted = new Set(sentIds());
  const { documents } = await request(newest, { first: NEWEST });
  const found = nodes(documents).filter(({ uuid }) => wanted.has(uuid));
  const known = new Set(found.map(({ uuid }) => uuid));
  const missing = [...wanted].filter((id) => !known.has(id)).slice(-STRAGGLERS);
  const rest = await Promise.all(missing.map(straggler));
  return Object.fromEntries([...found.map((document) => [document.uuid, document] as const), ...rest]);
}

export const uploadStatesOptions = queryOptions({
  queryKey: ['upload-states'],
  queryFn: fetchStates,
  structuralSharing: (before, after) => ({ ...(before as ServerStates | undefined), ...(after as ServerStates) }),
  refetchInterval: ({ state: { data } }) => sentIds().some((id) => isOpen(data?.[id])) && pace(POLL),
});
