import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openQueue } from '@/features/edits/edit-queue';
import { useConnection } from '@/lib/connection';
import { useToasts } from '@/lib/toasts';

import { takeCorpusStep } from './corpus-undo';

const MUTATION_KEY = ['page-edits', 'c'];

/** The groups that the server has, the newest first, those it was asked to undo, and the error that it returns. */
let groups: string[];
let undone: string[];
let code: string | null;

const record = (group: string) => ({ group, groupSize: 1, kind: 'CREATED', subject: 'COMMENT', isUndone: false });

async function answer(_path: string, init: RequestInit): Promise<Response> {
  const { query, variables } = JSON.parse(init.body as string) as { query: string; variables: { input: { group: string } } };
  if (!query.includes('mutation')) {
    return Response.json({ data: { edits: { pageInfo: { hasNextPage: false, endCursor: null }, edges: groups.map((group) => ({ node: record(group) })) } } });
  }
  undone.push(variables.input.group);
  return Response.json({ data: { undoEdits: { annotations: [], deletedIds: [], errors: code ? [{ code, message: 'No.' }] : [] } } });
}

let closeQueue: () => void;

beforeEach(() => {
  undone = [];
  code = null;
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('document', { cookie: '' });
  closeQueue = openQueue({ mutationKey: MUTATION_KEY, place: '', add: () => undefined, retry: () => undefined });
});

afterEach(() => {
  closeQueue();
  useConnection.setState({ lost: false });
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const undo = (client: QueryClient) => takeCorpusStep('undo', 'c', client);
const toasts = () => useToasts.getState().toasts.map(({ text }) => text);

/** Send an edit of the page; return what ends that. */
function sendEdit(client: QueryClient, saved: string): () => void {
  const ends: (() => void)[] = [];
  const response = new Promise<void>((resolve) => ends.push(resolve));
  const mutation = client.getMutationCache().build(client, { mutationKey: MUTATION_KEY, mutationFn: () => response });
  void mutation.execute(undefined).then(() => groups.unshift(saved));
  return () => ends.forEach((end) => end());
}

it('undoes the edit that is being sent, not the one before', async () => {
  groups = ['before'];
  const client = new QueryClient();
  const end = sendEdit(client, 'now');
  undo(client);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(undone).toEqual([]);
  end();
  await vi.waitFor(() => expect(toasts()).toEqual(['Undone: Added a comment']));
  expect(undone).toEqual(['now']);
});

it('says that edits wait for a connection instead of undoing one before them', async () => {
  groups = ['before'];
  const client = new QueryClient();
  sendEdit(client, 'now');
  undo(client);
  await new Promise((resolve) => setTimeout(resolve, 20));
  useConnection.setState({ lost: true });
  await vi.waitFor(() => expect(toasts()).toEqual(['Changes wait for a connection. Undo and redo work once they are saved.']));
  expect(undone).toEqual([]);
});

it.each(['edit_outdated', 'not_found', 'not_allowed'])('goes on with the edit before one that is refused with %s', async (error) => {
  groups = [`newest ${error}`, `before ${error}`];
  const client = new QueryClient();
  code = error;
  undo(client);
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  code = null;
  undo(client);
  await vi.waitFor(() => expect(toasts()).toHaveLength(2));
  expect(undone).toEqual(groups);
});

it('tries an edit again that the server could not undo for another reason', async () => {
  groups = ['newest', 'before'];
  const client = new QueryClient();
  code = 'unexpected';
  undo(client);
  undo(client);
  await vi.waitFor(() => expect(undone).toEqual(['newest', 'newest']));
});
