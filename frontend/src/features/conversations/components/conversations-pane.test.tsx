import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { connection, conversationRow, corpusRow, documentRow, newId, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const QUESTION = 'What does the client pay?';
const quote = 'The client pays $5,000.';
const agreement = documentRow({ title: 'Agreement' });
const sentence = { text: quote, isVerified: true, citations: [{ documentUuid: agreement.uuid, title: 'Agreement', page: 1, start: 0, end: 22, quote, spans: [] }] };
const answered = { role: 'ASSISTANT', state: 'COMPLETE', hasAnswer: true, engine: 'scripted', sentences: [sentence] } satisfies Row<'Message'>;

/** A conversation with one question, as the server keeps it. */
function conversationOf(answer: Row<'Message'>, about: Row<'Conversation'> = {}) {
  const stored = conversationRow({ title: QUESTION, ...about });
  const { uuid } = stored;
  const answerId = newId();
  let row: Row<'Message'> = { ...answer, uuid: answerId };
  let text = QUESTION;
  const conversation = () => ({
    __typename: 'Conversation', // `node` is an interface
    ...stored,
    messages: connection([{ uuid: newId(), role: 'USER', state: 'COMPLETE', text }, row]),
  });
  const answers: Answers = {
    query: {
      node: conversation as never,
      conversations: () => connection([stored]),
      languageModelUsage: {},
      document: { ...agreement, corpuses: [] },
      corpus: { ...about.corpus },
      documents: connection([]),
    },
    mutation: {
      createConversation: { conversation: { uuid } },
      sendMessage: ({ input }) => {
        ({ text } = input);
        return { question: { uuid: newId() } };
      },
      retryMessage: ({ input: { id } }) => {
        row = { ...answered, uuid: answerId };
        return { message: { uuid: id } };
      },
      saveMessage: { ids: [newId()] },
    },
  };
  return { answers, uuid, answerId };
}

const answer = async () => within(await screen.findByRole('article', { name: 'Answer' }));

it('an example is asked by a click', async () => {
  const { answers, uuid } = conversationOf(answered);
  const { user, server, address } = await openApp('/ask', answers);
  const example = 'Who are the parties to the agreement?';
  await user.click(within(await screen.findByRole('list', { name: 'Examples' })).getByRole('button', { name: example }));
  expect(await within(await screen.findByRole('log')).findByRole('heading', { name: example })).toBeTruthy();
  expect((await answer()).getByRole('list', { name: 'Sources' }).textContent).toContain('Agreement, page 1');
  expect(server.sent('createConversation')).toHaveLength(1);
  expect(server.sent('sendMessage')).toMatchObject([{ conversationId: uuid, text: example, byReader: false }]);
  expect(address()).toBe(`/ask?conversation=${uuid}`);
});

it('conversations are found, renamed and deleted', async () => {
  const first = conversationRow({ title: QUESTION });
  const second = conversationRow({ title: 'Who signs the agreement?' });
  let rows: readonly Row<'Conversation'>[] = [first, second];
  const { user, server } = await openApp('/ask', {
    query: { languageModelUsage: {}, conversations: ({ search }) => connection(rows.filter(({ title }) => (title as string).toLowerCase().includes(search ?? ''))) },
    mutation: {
      deleteConversation: ({ input: { id } }) => {
        rows = rows.filter(({ uuid }) => uuid !== id);
        return { deletedId: id };
      },
    },
    rest: {
      [`PATCH /api/v1/conversations/${first.uuid}`]: ({ body }: { body: unknown }) => {
        const renamed = { ...first, ...(body as { title: string }), version: '2' };
        rows = [renamed, second];
        return renamed;
      },
    },
  });
  const conversations = within(await screen.findByRole('navigation', { name: 'Conversations' }));
  await expect.poll(() => conversations.getAllByRole('listitem')).toHaveLength(2);
  await choose(user, `Actions for “${QUESTION}”`, 'Rename…');
  const title = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Invoices of 2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await conversations.findByText('Invoices of 2026');
  await user.type(conversations.getByRole('searchbox', { name: 'Search conversations' }), 'invoices');
  await expect.poll(() => conversations.getAllByRole('listitem')).toHaveLength(1);
  await choose(user, 'Actions for “Invoices of 2026”', 'Delete…');
  await user.click(await screen.findByRole('button', { name: 'Delete conversation' }));
  expect(await conversations.findByText('No conversation has these words.')).toBeTruthy();
  expect(server.sent('deleteConversation')).toMatchObject([{ id: first.uuid }]);
  expect(rows).toEqual([second]);
});

it.each([
  ['Answer again', 'answer_interrupted', false],
  ['Answer with the offline reader', 'llm_unavailable', true],
] as const)('a failed answer says why: %s', async (button, errorCode, byReader) => {
  const { answers, uuid, answerId } = conversationOf({ role: 'ASSISTANT', state: 'FAILED', errorCode, errorMessage: 'It was interrupted.' });
  const { user, server } = await openApp(`/ask?conversation=${uuid}`, answers);
  expect((await screen.findByRole('alert')).textContent).toMatch(/interrupted|not available/);
  expect(screen.queryAllByRole('button', { name: 'Answer with the offline reader' })).toHaveLength(byReader ? 1 : 0);
  await user.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByRole('list', { name: 'Sources' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.sent('retryMessage')).toEqual([{ id: answerId, byReader }]);
});

async function save(user: UserEvent, kind: string, label?: string) {
  await user.click((await answer()).getByRole('button', { name: 'Save…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save the answer' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Save as' }), kind);
  if (label) await user.type(dialog.getByRole('textbox', { name: 'Label' }), label);
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('an answer is saved as annotations, comments, a comment, or a column', async () => {
  const corpus = corpusRow({ title: 'Contracts' });
  const { answers, uuid, answerId } = conversationOf(answered, { corpus });
  const rest = { [`GET /api/v1/corpuses/${corpus.uuid}/fieldsets`]: () => ({ results: [], next: null, previous: null }) };
  const { user, server } = await openApp(`/c/${corpus.uuid}?tab=ask&conversation=${uuid}`, { ...answers, rest });
  await save(user, 'Annotations of the cited words', 'Payment');
  expect(await screen.findByText('Saved 1 annotation.')).toBeTruthy();
  await save(user, 'Comments on the cited words', 'Answer');
  expect(await screen.findByText('Saved 1 comment.')).toBeTruthy();
  await save(user, 'Comment');
  expect(await screen.findByText('Saved the answer as a comment.')).toBeTruthy();
  await save(user, 'Column of a table');
  expect(await screen.findByText('Added the question to the fields.')).toBeTruthy();
  expect(server.sent('saveMessage')).toEqual([
    { id: answerId, kind: 'ANNOTATIONS', label: 'Payment' },
    { id: answerId, kind: 'COMMENTS_ON_WORDS', label: 'Answer' },
    { id: answerId, kind: 'COMMENT' },
    { id: answerId, kind: 'COLUMN' },
  ]);
});

it('an answer about everything is saved only in a corpus that has the cited documents', async () => {
  const { answers, uuid } = conversationOf(answered);
  const { user } = await openApp(`/ask?conversation=${uuid}`, answers);
  await user.click((await answer()).getByRole('button', { name: 'Save…' }));
  expect(await screen.findByText(/No corpus in which you may annotate has the cited documents/)).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});
