import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';

import { useAllWaitingEdits } from './edit-queue';

const Page = () => useAllWaitingEdits('texts').map(({ group }) => group).join(', ');

it('shows the edits that wait on all pages, in the order in which they were made', () => {
  const client = new QueryClient();
  for (const [key, type] of [['2', 'texts'], ['1', 'texts'], ['3', 'cell']] as const) {
    const mutation = client.getMutationCache().build(client, { mutationKey: [key], mutationFn: () => new Promise<void>(() => undefined) });
    void mutation.execute({ key, edit: { type, group: key } });
  }
  expect(renderToString(createElement(QueryClientProvider, { client }, createElement(Page)))).toBe('1, 2');
});
