import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { refresh } from '@/lib/refresh';

import type { Annotation } from '../model/annotation';
import { annotationsOptions, arrivingOptions, cacheAnnotations, cancelReload, changeList, shownList, withLastModified } from './list-annotations';

interface Row {
  uuid: string;
  modified: string;
}

interface Variables {
  first: number;
  after?: string | null;
}

const SCOPE = { documentId: 'd', corpusId: 'c' };
const options = annotationsOptions('d', 'c');
const arriving = arrivingOptions('d', 'c').queryKey;

/** A server with this list, which counts its answers and can hold them back. */
class Server {
  rows: Row[] = [];
  answered: string[] = [];
  waiting: (() => void)[] = [];
  isHeld = false;
  isDown = false;

  answer = async (_path: string, init: RequestInit): Promise<Response> => {
    const { query, variables } = JSON.parse(init.body as string) as { query: string; variables: Variables };
    const name = /query (\w+)/.exec(query)?.[1] ?? '';
    const rows = name === 'LastModifiedAnnotations' ? this.rows.toSorted((a, b) => b.modified.localeCompare(a.modified)) : [...this.rows];
    if (this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.answered.push(name);
    if (this.isDown) return Response.json({}, { status: 500 });
    const start = variables.after ? Number(variables.after) : 0;
    return Response.json({ data: { annotations: page(rows, start, start + variables.first) } });
  };

  letThrough(): void {
    this.waiting.shift()?.();
  }
}

const page = (rows: readonly Row[], start: number, end: number) => ({
  totalCount: rows.length,
  pageInfo: { hasNextPage: end < rows.length, endCursor: String(end) },
  edges: rows.slice(start, end).map((node) => ({ node })),
});

const rowsOf = (number: number): Row[] => Array.from({ length: number }, (_, index) => ({ uuid: `a${index}`, modified: '1' }));
const firstOf = (server: Server, number: number) => page(server.rows, 0, number) as unknown as Parameters<typeof cacheAnnotations>[2];

let server: Server;
let client: QueryClient;

beforeEach(() => {
  server = new Server();
  client = new QueryClient();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', server.answer);
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

/** Load a list of this length, and keep it shown. */
async function show(number: number): Promise<void> {
  server.rows = rowsOf(number);
  new QueryObserver(client, options).subscribe(() => undefined);
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)).toHaveLength(number));
  server.answered = [];
}

it('the first annotations are shown while the others are loaded, without being the list', async () => {
  server.rows = rowsOf(1_200);
  server.isHeld = true;
  cacheAnnotations(client, SCOPE, firstOf(server, 50));
  expect(shownList(client, SCOPE)).toHaveLength(50);
  await vi.waitFor(() => expect(server.waiting).toHaveLength(1));
  server.letThrough();
  await vi.waitFor(() => expect(shownList(client, SCOPE)).toHaveLength(1_050));
  expect(client.getQueryData(options.queryKey)).toBeUndefined();
  server.isHeld = false;
  server.letThrough();
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)).toHaveLength(1_200));
  expect(server.answered).toEqual(['Annotations', 'Annotations', 'LastModifiedAnnotations']);
  await vi.waitFor(() => expect(client.getQueryData(arriving)).toEqual([]));
});

it('an edit of a list that is arriving is kept, and does not end the load', async () => {
  server.rows = rowsOf(1_200);
  server.isHeld = true;
  cacheAnnotations(client, SCOPE, firstOf(server, 50));
  changeList(client, SCOPE, (list) => list.slice(1).map((each) => ({ ...each, note: 'edited' })));
  await cancelReload(client, SCOPE);
  await vi.waitFor(() => expect(server.waiting).toHaveLength(1));
  server.letThrough();
  await vi.waitFor(() => expect(client.getQueryData(arriving)).toHaveLength(1_049));
  expect(shownList(client, SCOPE)[0]).toMatchObject({ uuid: 'a1', note: 'edited' });
  server.isHeld = false;
  server.letThrough();
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)).toHaveLength(1_200));
});

it('what changed in a part that had arrived is loaded after the last part', async () => {
  server.rows = rowsOf(1_200);
  server.isHeld = true;
  cacheAnnotations(client, SCOPE, firstOf(server, 50));
  await vi.waitFor(() => expect(server.waiting).toHaveLength(1));
  server.rows[0] = { uuid: 'a0', modified: '2' };
  server.isHeld = false;
  server.letThrough();
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)?.[0]?.modified).toBe('2'));
});

it('of a long list only the changes are loaded', async () => {
  await show(300);
  server.rows = [...server.rows, { uuid: 'new', modified: '2' }];
  await refresh(client, options.queryKey);
  expect(client.getQueryData(options.queryKey)).toHaveLength(301);
  expect(server.answered).toEqual(['LastModifiedAnnotations']);
});

it.each([
  ['a short list', 20, (rows: Row[]) => [...rows, { uuid: 'new', modified: '2' }]],
  ['a long list of which one was removed', 300, (rows: Row[]) => rows.slice(1)],
  ['a long list with many changes', 300, (rows: Row[]) => rows.map(({ uuid }) => ({ uuid, modified: '2' }))],
])('%s is loaded again', async (_what, number, change) => {
  await show(number);
  server.rows = change(server.rows);
  await refresh(client, options.queryKey);
  expect(client.getQueryData(options.queryKey)).toEqual(server.rows);
  expect(server.answered.at(-1)).toBe('Annotations');
});

it('a list whose reload was cancelled by an edit is loaded completely next time', async () => {
  await show(300);
  server.isHeld = true;
  void client.invalidateQueries({ queryKey: options.queryKey });
  await vi.waitFor(() => expect(server.waiting).toHaveLength(1));
  await cancelReload(client, SCOPE);
  changeList(client, SCOPE, (list) => list.slice());
  server.isHeld = false;
  server.letThrough();
  await vi.waitFor(() => expect(server.answered).toEqual(['Annotations'])); // its result is not used
  await refresh(client, options.queryKey);
  expect(server.answered.slice(1)).toContain('Annotations');
});

it('a change is loaded that was made while the list was being loaded again', async () => {
  await show(300);
  server.isHeld = true;
  void client.invalidateQueries({ queryKey: options.queryKey });
  await vi.waitFor(() => expect(server.waiting).toHaveLength(1));
  server.rows = [...server.rows, { uuid: 'new', modified: '2' }];
  const refreshed = refresh(client, options.queryKey);
  server.isHeld = false;
  server.letThrough();
  await refreshed;
  expect(client.getQueryData(options.queryKey)).toHaveLength(301);
});

it('after an error a long list is kept, and loaded completely the next time', async () => {
  await show(300);
  server.isDown = true;
  await refresh(client, options.queryKey);
  expect(server.answered).not.toContain('Annotations');
  expect(client.getQueryData(options.queryKey)).toHaveLength(300);
  server.isDown = false;
  server.answered = [];
  await refresh(client, options.queryKey);
  expect(server.answered).toContain('Annotations');
});

const annotation = (uuid: string, modified: string): Annotation => ({
  uuid,
  modified,
  label: { id: 'l', name: 'Party', color: '#123456' },
  page: 1,
  spans: [{ page: 1, first: 0, last: 0 }],
  box: null,
  quote: '',
  note: '',
  version: 'v',
  confidence: 1,
  source: 'HUMAN',
  review: null,
  creator: null,
  created: '',
});

const known = [annotation('a', '1'), annotation('b', '2'), annotation('c', '3')];

it('a list of which nothing was modified stays the same object', () => {
  expect(withLastModified(known, { annotations: [annotation('c', '3'), annotation('b', '2')], total: 3 })).toBe(known);
});

it('changed and new annotations are merged, and others keep their identity', () => {
  const list = withLastModified(known, { annotations: [annotation('d', '5'), annotation('b', '4'), annotation('c', '3')], total: 4 });
  expect(list?.map(({ uuid, modified }) => uuid + (modified ?? ''))).toEqual(['a1', 'b4', 'c3', 'd5']);
  expect(list?.[0]).toBe(known[0]);
});

it.each([
  ['one was removed', [annotation('c', '3')], 2],
  ['one was removed and another one added', [annotation('d', '4'), annotation('c', '3')], 3],
  ['all that were sent have changed, so that others may have', [annotation('d', '5'), annotation('c', '4')], 4],
])('the list has to be loaded again if %s', (_reason, annotations, total) => {
  expect(withLastModified(known, { annotations, total })).toBeNull();
});

it('all may have changed if all of them were sent', () => {
  expect(withLastModified([annotation('a', '1')], { annotations: [annotation('a', '2')], total: 1 })).toEqual([annotation('a', '2')]);
  expect(withLastModified([], { annotations: [], total: 0 })).toEqual([]);
});
