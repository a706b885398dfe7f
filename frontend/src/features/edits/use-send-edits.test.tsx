import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { EditHandler, EditQueue } from './edit-queue';
import { placeOf, readStored } from './model/stored-edits';
import { useSendEdits } from './use-send-edits';

const SCOPE = { documentId: 'd', corpusId: 'c' };
const LIST = ['list'];

/** Open a page with a queue and a list that takes until `loaded`. `ids` gets those that each edit knew when it was sent. */
function openPage(loaded: Promise<string>, ids: unknown[]): EditQueue {
  const handler: EditHandler = {
    send: ({ group }, context) => {
      ids.push(context.ids);
      return Promise.resolve(group === 'create' ? { ids: { mine: 'theirs' } } : {});
    },
    affected: () => [LIST],
    describe: () => null,
  };
  const kinds = { relation: { load: () => Promise.resolve(handler) } };
  const opened: EditQueue[] = [];
  const Page = () => {
    useQuery({ queryKey: LIST, queryFn: () => loaded });
    opened.push(useSendEdits({ ...SCOPE, title: 'Lease', mutationKey: ['edits'], kinds, isReady: true }));
    return null;
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  const [queue] = opened;
  if (!queue) throw new Error('The page was not drawn.');
  return queue;
}

it('gives an edit the ids of what the one before has created, also if none waits and the page still shows it by its own', async () => {
  const ids: unknown[] = [];
  const loading: ((list: string) => void)[] = [];
  const queue = openPage(new Promise((resolve) => loading.push(resolve)), ids);
  queue.add({ type: 'relation', group: 'create' });
  await waitFor(() => expect(ids).toHaveLength(1));
  await waitFor(() => expect(readStored(placeOf('', SCOPE)).waiting).toEqual([]));
  queue.add({ type: 'relation', group: 'delete' });
  loading[0]?.('loaded');
  await waitFor(() => expect(ids).toEqual([{}, { mine: 'theirs' }]));
});
