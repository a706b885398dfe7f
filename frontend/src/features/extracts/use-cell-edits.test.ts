import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { EditQueueContext, type EditQueue } from '@/features/edits/edit-queue';
import { readStored, storeFailed } from '@/features/edits/model/stored-edits';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';

import type { Cell } from './model/cell';
import { useCellEdits } from './use-cell-edits';

const PLACE = 'cartulary.edits:ada::c';
const CELL = { id: 'a', column: 'rent', text: '1,250.00', version: '1' } as Cell;

let added: QueuedEdit[];

/** Return what changes cells on a page with a queue. */
function open(): ReturnType<typeof useCellEdits> {
  const queue: EditQueue = { mutationKey: ['page-edits', 'c'], place: PLACE, add: (edit) => void added.push(edit), retry: () => undefined };
  const onDrawn = vi.fn<(edits: ReturnType<typeof useCellEdits>) => void>();
  const Page = () => {
    onDrawn(useCellEdits('e'));
    return null;
  };
  const page = createElement(EditQueueContext, { value: queue }, createElement(Page));
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, page));
  const [edits] = onDrawn.mock.lastCall ?? [];
  if (!edits) throw new Error('The page was not drawn.');
  return edits;
}

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { onLine: true });
  added = [];
});

afterEach(() => vi.unstubAllGlobals());

it('forgets that an earlier edit of the cell was rejected when a value is saved', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...CELL, version: '2' }));
  for (const id of ['a', 'b']) {
    const edit: QueuedEdit = { type: 'cell', group: id, target: `cell:${id}` };
    storeFailed(PLACE, { key: id, edit, title: 'Rent', detail: 'Approved', message: 'Changed.', isConflict: true });
  }
  await open().change(CELL, 'Rent', { text: '900' });
  expect(readStored(PLACE).failed.map(({ key }) => key)).toEqual(['b']);
});

it.each([true, false])('keeps with a value that waits whether its first request may have reached the server: %s', async (onLine) => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('navigator', { onLine });
  await open().change(CELL, 'Rent', { text: '900' });
  expect(added).toMatchObject([{ target: 'cell:a', change: { text: '900' }, isSent: onLine }]);
});
