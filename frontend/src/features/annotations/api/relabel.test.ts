import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import { annotationsOptions } from './list-annotations';
import { relabel, relabelled } from './relabel';

const requests: string[] = [];
let labels: { id: string; name: string; path: string; color: string }[] = [];

async function answer(_path: string, init: RequestInit): Promise<Response> {
  const name = /query (\w+)/.exec(init.body as string)?.[1] ?? '';
  requests.push(name);
  if (name === 'AllLabels') return Response.json({ data: { corpus: { id: 'c', labels } } });
  return Response.json({ data: { annotations: { pageInfo: { hasNextPage: false, endCursor: '' }, edges: [] } } });
}

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('document', { cookie: '' });
});

afterEach(() => vi.unstubAllGlobals());

const options = annotationsOptions('d', 'c');

/** Return a client that shows the annotations of a document. */
function openList(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(options.queryKey, [makeAnnotation('a', [])]);
  new QueryObserver(client, { ...options, staleTime: Infinity }).subscribe(() => undefined);
  return client;
}

it('replaces changed labels without loading annotations', async () => {
  labels = [{ id: 'Party', name: 'Person', path: 'Person', color: '#d94f4f' }];
  const client = openList();
  await relabel(client, 'c');
  expect(client.getQueryData(options.queryKey)?.[0]?.label).toEqual(labels[0]);
  expect(requests).toEqual(['AllLabels']);
});

it('loads the annotations again if one of them has a label that is not known', async () => {
  labels = [];
  await relabel(openList(), 'c');
  expect(requests).toEqual(['AllLabels', 'Annotations']);
});

it('does not make a list newer that has to be loaded again', async () => {
  labels = [{ id: 'Party', name: 'Person', path: 'Person', color: '#d94f4f' }];
  const client = new QueryClient();
  client.setQueryData(options.queryKey, [makeAnnotation('a', [])], { updatedAt: 1 });
  await client.invalidateQueries({ queryKey: options.queryKey });
  await relabel(client, 'c');
  expect(client.getQueryState(options.queryKey)).toMatchObject({ data: [{ label: labels[0] }], dataUpdatedAt: 1, isInvalidated: true });
});

it('leaves the lists of other corpora as they are', async () => {
  labels = [{ id: 'Party', name: 'Person', path: 'Person', color: '#d94f4f' }];
  const client = openList();
  await relabel(client, 'other');
  expect(client.getQueryData(options.queryKey)?.[0]?.label.name).toBe('Party');
});

const COLOR = '#2f7fc4';
const known = new Map([
  ['Party', { id: 'Party', name: 'Person', path: 'Person', color: COLOR }],
  ['Rent', { id: 'Rent', name: 'Rent', color: COLOR }],
]);

it('replaces the labels that have changed, and keeps the other annotations as they are', () => {
  const list = [makeAnnotation('a', []), makeAnnotation('b', [], 'Rent')];
  const [first, second] = relabelled(list, known) ?? [];
  expect(first).toEqual({ ...list[0], label: known.get('Party') });
  expect(second).toBe(list[1]);
});

it('returns the same list if no label has changed', () => {
  const list = [makeAnnotation('b', [], 'Rent')];
  expect(relabelled(list, known)).toBe(list);
});

it('returns nothing if a label is not known, but for one that was created here', () => {
  const list = [makeAnnotation('c', [], 'Duty')];
  expect(relabelled(list, known)).toBeNull();
  expect(relabelled(list.map((each) => ({ ...each, pending: true })), known)).toHaveLength(1);
});
