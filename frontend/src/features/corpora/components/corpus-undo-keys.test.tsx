import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { editedCorpus } from '@/testing/corpus';
import { report } from '@/testing/events';
import { documentRow } from '@/testing/rows';
import type { Answers } from '@/testing/server';

type EditedCorpus = ReturnType<typeof editedCorpus>;

const UNDO = '{Control>}z{/Control}';
const REDO = '{Control>}{Shift>}z{/Shift}{/Control}';

const list = () => screen.getByRole('list', { name: 'Labels' });
const namesOf = ({ labels }: EditedCorpus) => labels.map(({ name }) => name);

/** Open the page of a corpus, and wait until it listens to the keys that undo. */
async function openCorpus({ address, answers }: EditedCorpus, { tab = '', mutation = {} }: { tab?: string; mutation?: Answers['mutation'] } = {}) {
  await import('./corpus-undo-keys');
  const opened = await openApp(`${address}${tab}`, { ...answers, mutation: { ...answers.mutation, ...mutation } });
  await screen.findByRole('button', { name: 'Undo' });
  return opened;
}

async function openLabels(corpus: EditedCorpus, mutation?: Answers['mutation']) {
  const opened = await openCorpus(corpus, { tab: '?tab=labels', mutation });
  await screen.findByRole('list', { name: 'Labels' });
  return opened;
}

async function rename(user: UserEvent, name: string, to: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Edit ${name}` }));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, to);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('button', { name: `Edit ${to}` });
}

/** Return the button "Undo" of a message. */
async function undoButton(message: string): Promise<HTMLElement> {
  const toast = (await screen.findByText(message)).closest<HTMLElement>('[data-toasts] > *');
  return within(toast ?? document.body).getByRole('button', { name: 'Undo' });
}

it('a merged label is restored', async () => {
  const corpus = editedCorpus({ labels: ['Party', 'Date'] });
  const [party, date] = corpus.labels;
  if (!party || !date) throw new Error('There are two labels.');
  const merge = () => void corpus.labels.splice(1, 1);
  const { user, server } = await openLabels(corpus, {
    mergeLabels: ({ input: { id, group } }) => {
      merge();
      corpus.record(group, { subject: 'LABEL', kind: 'MERGED' }, { undo: () => void corpus.labels.push(date), redo: merge });
      return { deletedId: id };
    },
  });
  await user.click(screen.getByRole('button', { name: 'Merge Date' }));
  const dialog = await screen.findByRole('dialog');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Into' }), 'Party');
  await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(list().textContent).not.toContain('Date'));
  expect(server.sent('mergeLabels')).toMatchObject([{ id: date.uuid, intoId: party.uuid }]);
  await user.click(await undoButton('Merged “Date” into “Party”.'));
  await waitFor(() => expect(list().textContent).toContain('Date'));
  expect(server.sent('undoEdits')).toEqual([{ group: corpus.edits[0]?.group }]);
});

it('what another user has changed since is left, and the edit before it is undone', async () => {
  const corpus = editedCorpus({ labels: ['Party', 'Date'] });
  const { user } = await openLabels(corpus);
  await rename(user, 'Date', 'Day');
  await rename(user, 'Party', 'Parties');
  await screen.findByRole('img', { name: 'Live updates on' });
  const [parties] = corpus.labels;
  if (!parties || !corpus.edits[0]) throw new Error('The label was renamed.');
  parties.name = 'Signatories';
  corpus.outdated.add(corpus.edits[0].group);
  report({ entity: 'corpus', uuid: corpus.corpus.uuid, changed: ['labels'] });
  await waitFor(() => expect(list().textContent).toContain('Signatories'));
  await user.keyboard(UNDO);
  await screen.findByText('This was changed again after the edit.');
  expect(namesOf(corpus)).toEqual(['Signatories', 'Day']);
  await user.keyboard(UNDO);
  await waitFor(() => expect(namesOf(corpus)).toEqual(['Signatories', 'Date']));
});

/** A corpus with a document that is removed and can be brought back. */
function corpusWithDocument() {
  const lease = documentRow({ title: 'Lease' });
  const corpus = editedCorpus({ documents: [lease] });
  const replay = { undo: () => void corpus.documents.push(lease), redo: () => void corpus.documents.splice(0, 1) };
  const mutation: Answers['mutation'] = {
    removeDocumentsFromCorpus: ({ input: { group } }) => {
      replay.redo();
      corpus.record(group, { subject: 'MEMBERSHIP', kind: 'DELETED' }, replay);
      return { removed: 1, corpus: corpus.corpus };
    },
  };
  return { corpus, lease, mutation };
}

it('the message about an edit closes when it is undone otherwise', async () => {
  const { corpus, lease, mutation } = corpusWithDocument();
  const { user, server } = await openCorpus(corpus, { mutation });
  await screen.findByRole('link', { name: 'Lease' });
  await choose(user, 'More for Lease', 'Remove from this corpus');
  await undoButton('Removed 1 document from this corpus.');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lease' })).toBeNull());
  expect(server.sent('removeDocumentsFromCorpus')).toMatchObject([{ corpusId: corpus.corpus.uuid, documentIds: [lease.uuid] }]);
  await user.keyboard(UNDO);
  await screen.findByRole('link', { name: 'Lease' });
  await waitFor(() => expect(screen.queryByText('Removed 1 document from this corpus.')).toBeNull());
});

it('a move and a removal are undone after a reload, the newest first', async () => {
  const { corpus, mutation } = corpusWithDocument();
  let isMoved = true;
  corpus.record(null, { subject: 'MEMBERSHIP', kind: 'CHANGED' }, { undo: () => void (isMoved = false), redo: () => void (isMoved = true) });
  const { user, server, reload } = await openCorpus(corpus, { mutation });
  await screen.findByRole('link', { name: 'Lease' });
  await choose(user, 'More for Lease', 'Remove from this corpus');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lease' })).toBeNull());
  await reload();
  await screen.findByRole('button', { name: 'Undo' });
  await user.keyboard(UNDO);
  await screen.findByRole('link', { name: 'Lease' });
  expect(isMoved).toBe(true);
  await user.keyboard(UNDO);
  await waitFor(() => expect(isMoved).toBe(false));
  expect(server.sent('undoEdits')).toEqual(corpus.edits.map(({ group }) => ({ group })));
});

it('the message about an archived label undoes that only', async () => {
  const corpus = editedCorpus({ labels: ['Party', 'Date'] });
  const { user } = await openLabels(corpus);
  await choose(user, 'More actions for Party', 'Archive');
  const undo = await undoButton('Archived “Party”.');
  await rename(user, 'Date', 'Day');
  await user.click(undo);
  await waitFor(() => expect(corpus.labels.map(({ archived }) => archived ?? null)).toEqual([null, null]));
  expect(namesOf(corpus)).toEqual(['Party', 'Day']);
  await user.keyboard(UNDO);
  await waitFor(() => expect(namesOf(corpus)).toEqual(['Party', 'Date']));
});

it('a deleted label is undone before the change that was made before', async () => {
  const corpus = editedCorpus({ labels: ['Party', 'Date'] });
  const { user } = await openLabels(corpus);
  await user.type(screen.getByRole('textbox', { name: 'New label' }), 'Rent');
  await user.click(screen.getByRole('button', { name: 'Create label' }));
  await screen.findByRole('button', { name: 'Edit Rent' });
  await rename(user, 'Party', 'Parties');
  await user.click(screen.getByRole('button', { name: 'Delete Date' }));
  await undoButton('Moved “Date” to the bin.');
  await user.keyboard(UNDO);
  await screen.findByText('Undone: Moved the label “Date” to the bin');
  await waitFor(() => expect(screen.queryByText('Moved “Date” to the bin.')).toBeNull());
  expect(namesOf(corpus)).toEqual(['Parties', 'Date', 'Rent']);
  await user.keyboard(UNDO);
  await screen.findByText('Undone: Renamed the label “Party” to “Parties”');
  await user.keyboard(UNDO);
  await screen.findByText('Undone: Created the label “Rent”');
  expect(namesOf(corpus)).toEqual(['Party', 'Date']);
  await user.keyboard(REDO);
  await waitFor(() => expect(list().textContent).toContain('Rent'));
});

it('keys that undo what is typed undo nothing else', async () => {
  const corpus = editedCorpus({ labels: ['Party', 'Date'] });
  const { user, server } = await openLabels(corpus);
  await rename(user, 'Party', 'Parties');
  await user.type(screen.getByRole('textbox', { name: 'New label' }), 'Rent');
  await user.keyboard(UNDO);
  await user.click(screen.getByRole('heading', { name: 'Leases' }));
  await user.keyboard(UNDO); // outside of the field they do, and it is the first that is sent
  await waitFor(() => expect(namesOf(corpus)).toEqual(['Party', 'Date']));
  expect(server.sent('undoEdits')).toHaveLength(1);
});
