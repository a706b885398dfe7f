import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { ada, connection, corpusRow, documentRow, newId, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const corpus = corpusRow({ title: 'Contracts' });
const lease = documentRow({ title: 'Lease' });
const will = documentRow({ title: 'Will' });
const conversation = newId();

type Proposal = Row<'Proposal'> & { readonly uuid: string };

const proposal = (fields: Omit<Row<'Proposal'>, 'uuid'>): Proposal => ({
  uuid: newId(),
  kind: 'COMMENT',
  state: 'PENDING',
  documentUuid: lease.uuid,
  documentTitle: 'Lease',
  conversationUuid: conversation,
  conversationTitle: 'Clerk',
  isOfAction: true,
  corpusUuid: corpus.uuid,
  mayApprove: true,
  created: '2026-03-02T10:00:00Z',
  ...fields,
});
const rent = () => proposal({ kind: 'ANNOTATION', label: 'Rent', quote: '1,200 euros', page: 1, start: 12, end: 23 });
/** the newest first */
const fiveOfClerk = () => [rent(), ...['Is it due?', 'Since when?', 'Who pays?', 'Is it signed?'].map((text) => proposal({ text }))];

/** Proposals, as the server keeps them. */
function proposalsOf(given: readonly Proposal[]) {
  let all = given;
  const decide = (id: string, state: 'APPROVED' | 'REJECTED') => {
    all = all.map((each) => (each.uuid === id ? { ...each, state } : each));
    return { proposal: { uuid: id } };
  };
  const answers: Answers = {
    query: {
      corpus,
      document: ({ id }) => ({ ...(id === will.uuid ? will : lease), corpuses: [corpus] }),
      documents: connection([lease, will]),
      conversations: connection([]),
      languageModelUsage: {},
      proposals: ({ state, documentId, corpusId }) =>
        connection(all.filter((each) => (!state || each.state === state) && (!documentId || each.documentUuid === documentId) && (!corpusId || each.corpusUuid === corpusId))),
    },
    mutation: {
      approveProposal: ({ input: { id } }) => decide(id, 'APPROVED'),
      rejectProposal: ({ input: { id } }) => decide(id, 'REJECTED'),
    },
  };
  return { answers, url: `/c/${corpus.uuid}?tab=proposals` };
}

const rows = () => within(screen.getByRole('list', { name: 'Proposals' })).getAllByRole('listitem');
const rowAt = (index: number) => rows()[index] ?? document.body;
const count = () => (screen.queryByRole('list', { name: 'Proposals' }) ? rows().length : 0);
const counted = (expected: number) => expect.poll(count).toBe(expected);
const press = (index: number, name: string) => within(rowAt(index)).getByRole('button', { name });

it('proposals of a corpus are decided by keys, by buttons, and several at once', async () => {
  const five = fiveOfClerk();
  const { answers } = proposalsOf(five);
  const { user, server, reload } = await openApp(`/c/${corpus.uuid}`, answers);
  const tab = await screen.findByRole('tab', { name: /Proposals/ });
  await expect.poll(() => tab.textContent).toContain('5');
  await user.click(tab);
  await counted(5);
  for (const text of ['Label these words “Rent”', '1,200 euros', 'Agent “Clerk”']) expect(rowAt(0).textContent).toContain(text);
  rowAt(0).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(rowAt(1));
  await user.keyboard('a'); // "Is it due?", the newest comment
  await counted(4);
  expect(document.activeElement).toBe(rowAt(1));
  await user.keyboard('r');
  await counted(3);
  await user.click(within(rowAt(1)).getByRole('checkbox'));
  await user.click(within(rowAt(2)).getByRole('checkbox'));
  const selected = within(screen.getByRole('group', { name: 'Selected proposals' }));
  expect(selected.getByText('2 selected')).toBeTruthy();
  await user.click(selected.getByRole('button', { name: 'Approve' }));
  await counted(1);
  expect(await screen.findByText('Approved 2 proposals.')).toBeTruthy();
  await user.click(press(0, 'Reject'));
  expect(await screen.findByRole('heading', { name: 'No proposals to review' })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('tab', { name: /Proposals/ }).textContent).not.toMatch(/\d/));
  const [annotation, due, since, pays, signed] = five.map(({ uuid }) => uuid);
  expect(server.sent('approveProposal').map(({ id }) => id)).toEqual([due, pays, signed]);
  expect(server.sent('rejectProposal').map(({ id }) => id)).toEqual([since, annotation]);
  await user.selectOptions(screen.getByLabelText('State'), 'Approved');
  await counted(3);
  await reload();
  await counted(3);
});

it('proposals are filtered by document, and lead to their words and their conversation', async () => {
  const { answers, url } = proposalsOf([proposal({ text: 'Is it valid?', documentUuid: will.uuid, documentTitle: 'Will', conversationTitle: 'Who inherits?', isOfAction: false, askedBy: ada }), ...fiveOfClerk()]);
  const { user, server, reload } = await openApp(url, answers);
  await counted(6);
  await user.click(screen.getByRole('button', { name: 'Document: All documents' }));
  await user.click(await within(await screen.findByRole('dialog', { name: 'Choose a document' })).findByRole('button', { name: 'Will' }));
  await counted(1);
  for (const text of ['Is it valid?', 'Asked by ada', 'Conversation “Who inherits?”']) expect(rowAt(0).textContent).toContain(text);
  await reload();
  expect(await screen.findByRole('button', { name: 'Document: Will' })).toBeTruthy();
  await counted(1);
  expect(server.asked('proposals')).toContainEqual(expect.objectContaining({ documentId: will.uuid, corpusId: corpus.uuid }));
  await user.click(press(0, 'Reject'));
  await user.click(await screen.findByRole('button', { name: 'Clear filter' }));
  await counted(5);
  expect(rowAt(0).textContent).not.toContain('Asked by');
  const link = (name: string) => within(rowAt(0)).getByRole('link', { name }).getAttribute('href');
  expect(link('Lease, page 1')).toContain(`/d/${lease.uuid}?c=${corpus.uuid}&page=1&from=12&to=23`);
  expect(link('Agent “Clerk”')).toBe(`/ask?conversation=${conversation}`);
});

it('proposals of all conversations are listed together, and approved in a corpus that is chosen', async () => {
  const everything = proposal({ text: 'About everything?', corpusUuid: null, conversationTitle: 'All documents', isOfAction: false });
  const { answers } = proposalsOf([everything, ...fiveOfClerk()]);
  const { user, server } = await openApp('/ask', answers);
  await user.click(await screen.findByRole('link', { name: 'Proposals to review (6)' }));
  await counted(6);
  await user.click(press(0, 'Approve'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve in a corpus' }));
  await user.selectOptions(await dialog.findByLabelText('Corpus'), 'Contracts');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await counted(5);
  expect(server.sent('approveProposal')).toEqual([{ id: everything.uuid, corpusId: corpus.uuid }]);
});
