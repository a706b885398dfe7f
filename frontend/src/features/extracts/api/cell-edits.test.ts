import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { sessionOptions, type SessionUser } from '@/features/session/api/session';

import type { Cell, GridRow } from '../model/cell';
import { cellHandler, type CellEdit } from './cell-edits';

const ME = 'user-1';

/** The cell as the server has it, and the versions that were sent. */
let stored: Pick<Cell, 'id' | 'column' | 'text' | 'review' | 'reviewer' | 'version'>;
let sent: (string | undefined)[];

const conflict = (current?: object) => Response.json({ error: { code: 'edit_conflict', message: 'Changed.', ...(current && { current }) } }, { status: 409 });

function changeStored(change: Partial<typeof stored>): void {
  stored = { ...stored, ...change, version: String(Number(stored.version) + 1) };
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  if (init.method === 'GET') return Response.json(stored);
  const body = JSON.parse(init.body as string) as { versions?: string[]; review?: Cell['review']; text?: string };
  const isReview = path.endsWith('/cell-reviews');
  const expected = isReview ? body.versions?.[0] : new Headers(init.headers).get('If-Match')?.replaceAll('"', '');
  sent.push(expected);
  if (expected !== undefined && expected !== stored.version) return conflict(isReview ? undefined : stored);
  changeStored({ ...(body.text !== undefined && { text: `${body.text}.00` }), review: body.review ?? 'edited', reviewer: ME });
  return Response.json(isReview ? { cells: [stored] } : stored);
}

beforeEach(() => {
  stored = { id: 'a', column: 'rent', text: '1,250.00', review: 'unreviewed', reviewer: null, version: '1' };
  sent = [];
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('document', { cookie: '' });
});

afterEach(() => vi.unstubAllGlobals());

const KEY = ['extract-rows', 'e', ['row']];

function open(ids: Readonly<Record<string, string>> = {}) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionOptions.queryKey, { id: ME } as SessionUser);
  queryClient.setQueryData(KEY, new Map([['row', { id: 'row', cells: new Map([['rent', stored]]) }]]));
  const shown = () => queryClient.getQueryData<ReadonlyMap<string, GridRow>>(KEY)?.get('row')?.cells.get('rent');
  return { context: { queryClient, ids, documentId: '', corpusId: 'c' }, shown };
}

const edit = (more: Partial<CellEdit>): CellEdit => ({ type: 'cell', group: 'g', target: 'cell:a', extractId: 'e', cellId: 'a', name: 'Rent, Lease', change: { review: 'approved' }, version: '1', ...more });

it('sends an edit with the version that an earlier one of the same cell has led to', async () => {
  const { context, shown } = open();
  const { ids = {} } = await cellHandler.send(edit({}), context);
  await cellHandler.send(edit({ group: 'h', change: { text: '900' }, after: 'g' }), { ...context, ids });
  expect(sent).toEqual(['1', '2']);
  expect(shown()).toMatchObject({ text: '900.00', review: 'edited', version: '3' });
});

it.each([{ review: 'approved' as const }, { text: '900' }])('accepts %j a second time if the first response was lost', async (change) => {
  const { context } = open();
  await cellHandler.send(edit({ change }), context);
  const { ids } = await cellHandler.send(edit({ change, isSent: true }), context);
  expect(ids).toEqual({ g: stored.version });
});

it.each([{ review: 'approved' as const }, { text: '850' }])('does not send %j over what the same user has set elsewhere', async (change) => {
  const { context, shown } = open();
  await cellHandler.send(edit({ change: change.review ? change : { text: '900' } }), context);
  await expect(cellHandler.send(edit({ change }), context)).rejects.toMatchObject({ code: 'edit_conflict' });
  expect(shown()).toMatchObject(change.review ? { review: 'approved' } : { text: '900.00' });
});

it('loads what another tab has changed, and nothing after an own edit', () => {
  const scope = { documentId: '', corpusId: 'c' };
  expect(cellHandler.affected(edit({}), scope)).toEqual([]);
  expect(cellHandler.affected(edit({}), scope, true)).toContainEqual(KEY.slice(0, 2));
});

it('shows what another user has set, and does not overwrite it unless that is wanted', async () => {
  const { context, shown } = open();
  changeStored({ text: '999.00', review: 'edited', reviewer: 'user-2' });
  await expect(cellHandler.send(edit({ change: { text: '900' } }), context)).rejects.toMatchObject({ code: 'edit_conflict' });
  await expect(cellHandler.send(edit({}), context)).rejects.toMatchObject({ code: 'edit_conflict' });
  expect(shown()).toMatchObject({ text: '999.00', review: 'edited' });
  await cellHandler.send(edit({ change: { text: '900' }, overwrite: true }), context);
  expect(shown()?.text).toBe('900.00');
});
