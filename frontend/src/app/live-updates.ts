// What the screen fetches anew when the server says that something changed. Asking at intervals goes on beside it, rarely.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useConnection } from '@/lib/connection';
import { followEvents, type Change } from '@/lib/event-stream';
import { createRefresher } from '@/lib/refresher';

// A line that breaks and comes back at once is nobody's business.
const GRACE_MS = 4_000;
const SAVING_MS = 500;

const OF_DOCUMENTS: QueryKey[] = [['documents'], ['corpus-documents'], ['folder-documents'], ['corpus-readiness'], ['upload-states']];
// What comes into sight, or goes out of it, with a corpus or a team.
const IN_SIGHT: QueryKey[] = [...OF_DOCUMENTS, ['document'], ['corpora'], ['folders']];

/** What is old when this has changed in a corpus; of all other changes, and of its end, whatever is in sight by it. */
function keysInCorpus(changed: string | undefined, uuid: string): QueryKey[] {
  switch (changed) {
    case 'annotations':
      return [['annotations']];
    case 'executions':
      return [['executions', uuid], ['corpus-readiness', uuid]];
    case 'labels':
      return [['labels'], ['annotations'], ['corpus', uuid]];
    case 'actions':
      return [['corpus', uuid]];
    case 'folders':
      return [['folders', uuid], ['folder-documents', uuid]];
    case 'title':
    case 'description':
      return [['corpora'], ['corpus', uuid], ['document']];
    default:
      return [...IN_SIGHT, ['corpus', uuid], ['access', uuid]];
  }
}

export function keysOf({ entity, uuid, subject, changed }: Change): QueryKey[] {
  switch (entity) {
    case 'document':
      return [...OF_DOCUMENTS, ['document', uuid], ...(changed.includes('access') ? [['access', uuid]] : [])];
    case 'corpus':
      return keysInCorpus(changed[0], uuid);
    case 'team':
      return [...IN_SIGHT, ['corpus'], ['teams']];
    case 'execution':
      return [['executions'], ['corpus-readiness']];
    case 'job':
      return [['jobs'], ['job', uuid], ['executions'], ...(subject ? [['document', subject]] : [])];
    default:
      return []; // of a server that is newer than this page
  }
}

export function useLiveUpdates(who: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (who === undefined) return undefined;
    const { setLive } = useConnection.getState();
    const refresh = createRefresher((queryKey) => {
      if (queryClient.isMutating({ mutationKey: queryKey }) === 0) return queryClient.invalidateQueries({ queryKey });
      // What is being saved is on the screen already, and not yet in the list that would be fetched.
      setTimeout(() => refresh([queryKey]), SAVING_MS);
      return Promise.resolve();
    });
    const fall = () => {
      setLive('off');
      // Each list decides when to ask next as it gets an answer.
      void queryClient.invalidateQueries();
    };
    let falling = setTimeout(fall, GRACE_MS);
    const stop = followEvents(who, {
      onChange: (change) => refresh(keysOf(change)),
      onReset: () => void queryClient.invalidateQueries(),
      onLive: (live) => {
        clearTimeout(falling);
        if (live) setLive('on');
        else falling = setTimeout(fall, GRACE_MS);
      },
    });
    return () => {
      clearTimeout(falling);
      stop();
      setLive('starting');
    };
  }, [queryClient, who]);
}
