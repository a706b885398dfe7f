// What the screen fetches anew when the server says that something changed. Asking at intervals goes on beside it, rarely.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useConnection } from '@/lib/connection';
import { followEvents, type Change } from '@/lib/event-stream';
import { createRefresher } from '@/lib/refresher';

// A line that breaks and comes back at once is nobody's business.
const GRACE_MS = 4_000;

export function keysOf({ entity, uuid, subject }: Change): QueryKey[] {
  switch (entity) {
    case 'document':
      return [['documents'], ['document', uuid], ['corpus-documents'], ['folder-documents'], ['corpus-readiness'], ['upload-states']];
    case 'execution':
      return [['executions'], ['corpus-readiness']];
    case 'job':
      return [['jobs'], ['job', uuid], ['executions'], ...(subject ? [['document', subject]] : [])];
  }
}

export function useLiveUpdates(who: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (who === undefined) return undefined;
    const { setLive } = useConnection.getState();
    const refresh = createRefresher((queryKey) => queryClient.invalidateQueries({ queryKey }));
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
