import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { EditQueueContext, type EditQueue } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { readStored, storeFailed } from '@/features/edits/model/stored-edits';

import type { CellEdit } from './api/cell-edits';
import type { Cell, CellChange, GridRow } from './model/cell';
import { failuresByCell, useCellEdits, withEdits } from './use-cell-edits';

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

const source = { start: 4, end: 9, page: 1, quote: '1,250' };

const cell = (id: string, more: Partial<Cell> = {}): Cell => ({
  id,
  column: `column-${id}`,
  status: 'found',
  text: '1,250',
  problem: '',
  sources: [source],
  confidence: 0.9,
  engine: 'reader',
  review: 'unreviewed',
  reviewer: null,
  has_conflict: false,
  is_outdated: false,
  version: '1',
  ...more,
});

const row = (...cells: Cell[]): GridRow => ({ id: 'row', document: 'd', title: 'Lease', state: 'done', code: '', message: '', is_outdated: false, cells: new Map(cells.map((each) => [each.column, each])) });

const edit = (cellId: string, change: CellChange): CellEdit => ({ type: 'cell', group: 'g', target: `cell:${cellId}`, extractId: 'e', cellId, name: 'Rent, Lease', change, version: '1' });

const shown = (one: Cell, waiting: readonly CellEdit[], failures: ReadonlyMap<string, string> = new Map()) => withEdits(row(one), waiting, failures).cells.get(one.column);

describe('cells with edits', () => {
  it('show the last of several edits that wait', () => {
    expect(shown(cell('a'), [edit('a', { review: 'approved' }), edit('a', { text: '900' })])).toMatchObject({ text: '900', review: 'edited', pending: true, version: '1' });
    expect(shown(cell('a'), [edit('a', { text: '900' }), edit('a', { review: 'unreviewed' })])).toMatchObject({ text: '900', review: 'unreviewed' });
  });

  it('have no value, or no source, as the change says', () => {
    expect(shown(cell('a'), [edit('a', { text: '' })])).toMatchObject({ text: '', status: 'not_found' });
    expect(shown(cell('a', { sources: [] }), [edit('a', { text: '900' })])).toMatchObject({ status: 'unproven' });
    expect(shown(cell('a', { sources: [] }), [edit('a', { text: '900', sources: [source] })])).toMatchObject({ status: 'found' });
  });

  it('have the stored value and the error after an edit was rejected', () => {
    const failures = failuresByCell([{ edit: edit('a', { text: '900' }), message: 'Not allowed.' }, { edit: { type: 'texts', group: 'h' }, message: 'Other.' }]);
    const rejected = shown(cell('a'), [], failures);
    expect(rejected).toMatchObject({ text: '1,250', review: 'unreviewed', failure: 'Not allowed.' });
    expect(rejected?.pending).toBeUndefined();
  });

  it('leave rows without edits as they are', () => {
    const other = row(cell('b'));
    expect(withEdits(other, [edit('a', { review: 'approved' })], new Map())).toBe(other);
  });
});
