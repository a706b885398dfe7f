import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { openApp, openMenu } from '@/testing/app';
import { editLog, type Group } from '@/testing/edits';
import { ada, annotationRow, connection, corpusRow, documentRow, labelRow, type ArgumentsOfField, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const party = labelRow({ name: 'Party', path: 'Party' });
const date = labelRow({ name: 'Date', path: 'Date' });
const agreement = documentRow({ title: 'Agreement' });
const lin = { id: 'lin', uuid: '00000000-0000-4000-9000-000000000001', username: 'lin', name: 'Lin Park' } satisfies Row<'User'>;

type Annotation = ReturnType<typeof annotationRow>;

const annotation = (label: typeof party, quote: string, fields: Row<'Annotation'> = {}) => annotationRow({ label, quote, document: agreement, ...fields });
const suggestion = (label: typeof party, quote: string) => annotation(label, quote, { source: 'ANALYZER', review: 'PENDING', creator: null, score: 0.8 });

type Filter = Omit<ArgumentsOfField<'Query', 'annotations'>, 'corpusId'>;

const CONDITIONS: readonly ((row: Annotation, filter: Filter) => boolean)[] = [
  ({ label }, { labelIds }) => !labelIds?.length || labelIds.includes((label as typeof party).uuid),
  ({ creator }, { creatorId }) => !creatorId || creator === lin,
  (row, { source }) => !source || row.source === source,
  (row, { review }) => !review || row.review === review,
  ({ quote, note }, { search }) => !search || `${quote as string} ${note as string}`.includes(search),
  ({ confidence }, { placement }) => placement !== 'NOT_FOUND' || confidence === 0,
  (_, { documentId }) => !documentId || documentId === agreement.uuid,
  ({ created }, { createdAfter }) => !createdAfter || (created as string) > createdAfter,
];

/** The annotations of a corpus, as the server keeps them. Each group of edits can be undone. */
function annotationsOf(given: readonly Annotation[]) {
  let rows = given;
  const log = editLog();
  const corpus = corpusRow({ title: 'Leases', labels: [party, date] });
  const labels = [party, date];
  const found = (filter: Filter) => rows.filter((row) => CONDITIONS.every((isMet) => isMet(row, filter)));
  const change = (group: Group, next: readonly Annotation[]) => {
    const before = rows;
    const redo = () => void (rows = next);
    redo();
    log.record(group, { subject: 'ANNOTATION' }, { undo: () => void (rows = before), redo });
  };
  const answers: Answers = {
    query: { corpus, document: agreement, documents: connection([agreement]), annotators: [lin, { ...ada, uuid: 'ada' }], annotations: (filter) => connection(found(filter)) },
    mutation: {
      reviewAnnotations: ({ input: { annotationIds: ids, labelIds, group } }) => {
        const reviewed = ids ? rows.filter(({ uuid }) => ids.includes(uuid)) : found({ ...(labelIds && { labelIds }), review: 'PENDING' });
        change(group, rows.filter((row) => !reviewed.includes(row)));
        return { reviewed: reviewed.length };
      },
      deleteAnnotations: ({ input: { annotationIds: ids, group } }) => {
        change(group, rows.filter(({ uuid }) => !ids.includes(uuid)));
        return { deleted: ids.length };
      },
      relabelAnnotations: ({ input: { annotationIds: ids, labelId, group } }) => {
        const label = labels.find(({ id }) => id === labelId) ?? date;
        const changed = rows.filter((row) => ids.includes(row.uuid) && row.label !== label);
        change(group, rows.map((row) => (changed.includes(row) ? { ...row, label } : row)));
        return { relabelled: changed.length };
      },
      ...log.answers.mutation,
    },
  };
  return { answers, corpus, url: `/c/${corpus.uuid}?tab=annotations` };
}

const list = async () => within(await screen.findByRole('list', { name: 'Annotations' }));
const shown = () => screen.queryAllByRole('link', { name: /page 1/ }).map((link) => link.querySelector('.truncate')?.textContent);
const bar = (name: string) => within(screen.getByRole('group', { name }));
const box = async (quote: string) => (await list()).findByRole('checkbox', { name: new RegExp(quote) });
const selected = () => bar('Selected annotations');

async function chooseLabel(user: UserEvent, name: string) {
  await openMenu(user, /^Labels:/);
  await user.click(await screen.findByRole('menuitemcheckbox', { name }));
  await user.keyboard('{Escape}');
}

/** Return the query of the address of an export in a format. */
async function exportQuery(user: UserEvent, format: string): Promise<URLSearchParams> {
  await openMenu(user, 'Export annotations');
  const item = await screen.findByRole('menuitem', { name: new RegExp(`^${format}`) });
  const address = new URL(item.getAttribute('href') ?? '', location.href);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(address.pathname).toMatch(/\/annotations\/export$/);
  return address.searchParams;
}

it('annotations are listed, filtered by label and words, and exported with the filter', async () => {
  const { answers, url, corpus } = annotationsOf([annotation(party, 'the landlord', { note: 'Ada owns it' }), annotation(date, '2 May')]);
  const { user, server } = await openApp(url, answers);
  await list();
  expect(shown()).toEqual(['Party', 'Date']);
  await chooseLabel(user, 'Party');
  await expect.poll(shown).toEqual(['Party']);
  expect(screen.getByText('1 annotation')).toBeTruthy();
  expect(server.asked('annotations').at(-1)).toMatchObject({ corpusId: corpus.uuid, labelIds: [party.uuid], orderBy: 'NEWEST' });
  await chooseLabel(user, 'All labels');
  await expect.poll(shown).toEqual(['Party', 'Date']);
  await user.type(screen.getByRole('searchbox', { name: 'Filter by text' }), 'owns');
  await expect.poll(shown).toEqual(['Party']);
  expect(Object.fromEntries(await exportQuery(user, 'CSV'))).toEqual({ search: 'owns', format: 'csv' });
  const [row] = (await list()).getAllByRole('link');
  expect(row?.textContent).toContain('Ada owns it');
  expect(row?.getAttribute('href')).toMatch(new RegExp(`^/d/${agreement.uuid}\\?c=${corpus.uuid}&a=`));
});

it('annotations are filtered by who made them', async () => {
  const { answers, url } = annotationsOf([annotation(party, 'the landlord', { creator: lin }), annotation(date, '2 May')]);
  const { user, server, reload } = await openApp(url, answers);
  await list();
  await screen.findByRole('option', { name: 'Lin Park' });
  await user.selectOptions(screen.getByLabelText('Made by'), 'Lin Park');
  await expect.poll(shown).toEqual(['Party']);
  expect(server.asked('annotations').at(-1)).toMatchObject({ creatorId: lin.uuid, source: 'HUMAN' });
  await reload();
  await expect.poll(shown).toEqual(['Party']);
  await expect.poll(() => screen.getByLabelText<HTMLSelectElement>('Made by').selectedOptions[0]?.textContent).toBe('Lin Park');
  expect(Object.fromEntries(await exportQuery(user, 'CSV'))).toEqual({ creator: lin.uuid, source: 'human', format: 'csv' });
  await user.selectOptions(screen.getByLabelText('Made by'), 'By everyone');
  await expect.poll(shown).toEqual(['Party', 'Date']);
});

it('annotations to check are listed, of a document and of days', async () => {
  const { answers, url } = annotationsOf([annotation(party, 'the landlord', { confidence: 0.8 }), annotation(date, '2 May', { confidence: 0 })]);
  const { user, server, reload } = await openApp(url, answers);
  expect((await list()).getByText('To check, 80%')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Position'), 'Text not found');
  await expect.poll(shown).toEqual(['Date']);
  expect((await list()).getByText('Text not found')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Document: All documents' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a document' }));
  await user.click(await dialog.findByRole('button', { name: 'Agreement' }));
  await screen.findByRole('button', { name: 'Document: Agreement' });
  await reload();
  await screen.findByRole('button', { name: 'Document: Agreement' });
  expect(screen.getByLabelText<HTMLSelectElement>('Position').value).toBe('NOT_FOUND');
  await expect.poll(shown).toEqual(['Date']);
  const from = screen.getByLabelText('Made from');
  fireEvent.change(from, { target: { value: '2099-01-01' } });
  fireEvent.blur(from);
  expect(await screen.findByText('No annotation matches the filter')).toBeTruthy();
  expect(server.asked('annotations').at(-1)).toMatchObject({ documentId: agreement.uuid, placement: 'NOT_FOUND' });
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  await expect.poll(shown).toEqual(['Party', 'Date']);
});

it('selected suggestions are reviewed at once, and those that match a filter after a question', async () => {
  const suggestions = [suggestion(party, 'the landlord'), suggestion(party, 'the tenant'), suggestion(date, '2 May')];
  const { answers, url, corpus } = annotationsOf(suggestions);
  const { user, server } = await openApp(`${url}&review=PENDING`, answers);
  await expect.poll(shown).toEqual(['Party', 'Party', 'Date']);
  expect(server.asked('annotations').at(-1)).toMatchObject({ review: 'PENDING', orderBy: 'SCORE' });
  await user.click(await box('landlord'));
  await user.click(await box('May'));
  const chosen = bar('Review selected suggestions');
  expect(chosen.getByText('2 suggestions')).toBeTruthy();
  await user.click(chosen.getByRole('button', { name: 'Reject' }));
  await expect.poll(shown).toEqual(['Party']);
  expect(screen.queryByRole('group', { name: 'Selected annotations' })).toBeNull();
  expect(await screen.findByText('Rejected 2 suggestions.')).toBeTruthy();
  await user.click(screen.getByText('Undo'));
  await expect.poll(shown).toEqual(['Party', 'Party', 'Date']);
  await chooseLabel(user, 'Party');
  const all = bar('Review suggestions');
  expect(await all.findByText('2 suggestions')).toBeTruthy();
  await user.click(all.getByRole('button', { name: 'Reject all' }));
  expect(server.sent('reviewAnnotations')).toHaveLength(1);
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Reject 2 suggestions?' })).getByRole('button', { name: 'Reject all' }));
  expect(await screen.findByText('No annotation matches the filter')).toBeTruthy();
  const [one, two] = server.sent('reviewAnnotations');
  expect(one).toMatchObject({ annotationIds: [suggestions[0]?.uuid, suggestions[2]?.uuid], review: 'REJECTED' });
  expect(two).toMatchObject({ corpusId: corpus.uuid, labelIds: [party.uuid], review: 'REJECTED' });
  expect(server.sent('undoEdits')).toEqual([{ group: one?.group }]);
});

it('selected annotations are exported: some, or all but some', async () => {
  const rows = ['the landlord', 'the tenant', 'the agent'].map((quote) => annotation(party, quote));
  const { answers, url } = annotationsOf(rows);
  const { user } = await openApp(url, answers);
  await user.click(await box('landlord'));
  expect(selected().getByText('1 selected')).toBeTruthy();
  expect((await exportQuery(user, 'CSV')).getAll('annotation')).toEqual([rows[0]?.uuid]);
  await user.keyboard('{Shift>}');
  await user.click(await box('agent'));
  await user.keyboard('{/Shift}');
  expect(selected().getByText('3 selected')).toBeTruthy();
  await user.click(await box('tenant'));
  await user.click(selected().getByRole('button', { name: 'Select all 3' }));
  await user.click(await box('landlord'));
  expect(selected().getByText('2 selected')).toBeTruthy();
  expect((await exportQuery(user, 'JSON lines')).getAll('excluded')).toEqual([rows[0]?.uuid]);
  await user.type(screen.getByRole('searchbox', { name: 'Filter by text' }), 'no such words');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected annotations' })).toBeNull());
});

it('selected annotations are relabelled and deleted, each as one step of undo', async () => {
  const rows = [annotation(party, 'the landlord'), annotation(party, 'the tenant'), annotation(date, '2 May')];
  const { answers, url } = annotationsOf(rows);
  const { user, server } = await openApp(url, answers);
  await user.click(await box('landlord'));
  await user.click(screen.getByRole('button', { name: 'Select all 3' }));
  await user.click(screen.getByRole('button', { name: 'Change label…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change label' }));
  await user.type(await dialog.findByRole('combobox'), 'Dat{Enter}');
  expect(await screen.findByText('2 annotations have the label “Date” now.')).toBeTruthy();
  await expect.poll(shown).toEqual(['Date', 'Date', 'Date']);
  expect(server.sent('relabelAnnotations')).toMatchObject([{ annotationIds: rows.map(({ uuid }) => uuid), labelId: date.id }]);
  await user.click(screen.getByText('Undo'));
  await expect.poll(shown).toEqual(['Party', 'Party', 'Date']);
  await user.click(await box('landlord'));
  await user.click(await box('tenant'));
  await user.click(selected().getByRole('button', { name: 'Delete' }));
  await expect.poll(shown).toEqual(['Date']);
  expect(await screen.findByText('Moved 2 annotations to the bin.')).toBeTruthy();
  expect(server.sent('deleteAnnotations')).toMatchObject([{ annotationIds: [rows[0]?.uuid, rows[1]?.uuid] }]);
  await user.click(screen.getByText('Undo'));
  await expect.poll(shown).toEqual(['Party', 'Party', 'Date']);
  expect(server.sent('undoEdits').map(({ group }) => group)).toEqual([server.sent('relabelAnnotations')[0]?.group, server.sent('deleteAnnotations')[0]?.group]);
});
