import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { editLog } from '@/testing/edits';
import { connection, corpusRow, documentRow, newId, type ArgumentsOfField, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

type Field = Row<'DocumentField'> & { uuid: string; name: string };

const fieldRow = (name: string, given: Row<'DocumentField'> = {}): Field => ({ type: 'NUMBER', description: '', choices: [], version: '1', valueCount: 0, ...given, uuid: newId(), name });

type Condition = ArgumentsOfField<'Query', 'documents'>;

function fits(text: string | undefined, { fieldEquals, fieldFrom, fieldEmpty }: Condition): boolean {
  if (fieldEmpty) return text === undefined;
  return (!fieldEquals || text === fieldEquals) && (!fieldFrom || Number(text) >= Number(fieldFrom));
}

/** Fields and the values that documents have, as the server keeps them. */
function fieldsOf(given: readonly Field[], values: Readonly<Record<string, Readonly<Record<string, string>>>> = { Lease: {} }) {
  let fields = given;
  const log = editLog();
  const documents = Object.entries(values).map(([title, texts]) =>
    documentRow({ title, fieldValues: () => fields.flatMap((field) => (texts[field.name] === undefined ? [] : [{ field, values: [texts[field.name] ?? ''], version: '1' }])) }),
  );
  const valueOf = (title: unknown, id: string) => values[String(title)]?.[fields.find(({ uuid }) => uuid === id)?.name ?? ''];
  const list = (args: Condition) => {
    const { fieldId, sortFieldId, descending, orderBy } = args;
    const found = documents.filter(({ title }) => !fieldId || fits(valueOf(title, fieldId), args));
    if (orderBy === 'TITLE') found.sort((one, other) => `${one.title}`.localeCompare(`${other.title}`));
    if (!sortFieldId) return connection(found);
    const isValued = ({ title }: Row<'Document'>) => valueOf(title, sortFieldId) !== undefined;
    const sorted = found.filter(isValued).toSorted((one, other) => Number(valueOf(one.title, sortFieldId)) - Number(valueOf(other.title, sortFieldId)));
    return connection([...(descending ? sorted.toReversed() : sorted), ...found.filter((row) => !isValued(row))]); // those without a value are the last
  };
  const placed = () => fields.map((field, position) => ({ ...field, position }));
  const corpus = corpusRow({ title: 'Leases', fields: placed, documentCount: documents.length });
  const answers: Answers = {
    query: { corpus, documents: list, ...log.answers.query },
    mutation: {
      ...log.answers.mutation,
      createField: ({ input: { name, type, choices } }) => {
        const field = fieldRow(name, { type, choices: choices ?? [] });
        fields = [...fields, field];
        return { documentField: field };
      },
      updateField: ({ input: { id, position, name, description, choices } }) => {
        const changes = Object.fromEntries(Object.entries({ name, description, choices }).filter(([, value]) => value !== undefined));
        fields = fields.map((field) => (field.uuid === id ? { ...field, ...changes } : field));
        const moved = fields.filter(({ uuid }) => uuid === id);
        if (typeof position === 'number') fields = fields.filter(({ uuid }) => uuid !== id).toSpliced(position, 0, ...moved);
        return { documentField: moved[0] ?? null };
      },
      deleteField: ({ input: { id, group } }) => {
        const before = fields;
        const redo = () => void (fields = before.filter(({ uuid }) => uuid !== id));
        redo();
        log.record(group, { subject: 'FIELD', kind: 'DELETED', fieldName: before.find(({ uuid }) => uuid === id)?.name ?? '' }, { undo: () => void (fields = before), redo });
        return { deletedId: id };
      },
      setFieldValues: ({ input: { documentIds } }) => ({ ids: documentIds }),
    },
  };
  return { answers, corpus, documents, url: `/c/${corpus.uuid}` };
}

const section = () => within(screen.getByRole('region', { name: 'Fields of documents' }));
const listed = () => within(screen.getByRole('list', { name: 'Fields' })).getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
const titles = () => [...document.querySelectorAll('tbody td:nth-child(2) a')].map(({ textContent }) => textContent);
const sortedColumns = () => [...document.querySelectorAll('th[aria-sort]')].map(({ textContent }) => textContent);
const sortBy = (user: UserEvent, column: string) => user.click(within(document.querySelector('thead') as HTMLElement).getByRole('button', { name: column }));

async function openFields(given: ReturnType<typeof fieldsOf>) {
  await import('../corpus-undo-keys');
  const app = await openApp(`${given.url}?tab=labels`, given.answers);
  await screen.findByRole('region', { name: 'Fields of documents' });
  return app;
}

async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

it('fields are created, put in order and renamed, with their choices', async () => {
  const given = fieldsOf([]);
  const { user, server } = await openFields(given);
  await user.type(section().getByLabelText('New field'), 'Rent');
  await user.selectOptions(section().getByLabelText('Type'), 'Number');
  await user.click(section().getByRole('button', { name: 'Create field' }));
  await screen.findByRole('button', { name: 'Edit Rent' });
  await waitFor(() => expect(section().getByLabelText<HTMLInputElement>('New field').value).toBe(''));
  await user.type(section().getByLabelText('New field'), 'Status');
  await user.selectOptions(section().getByLabelText('Type'), 'One of the choices');
  await user.type(section().getByLabelText(/^Choices/), 'Draft, Signed');
  await user.click(section().getByRole('button', { name: 'Create field' }));
  await user.click(await screen.findByRole('button', { name: 'Move Status up' }));
  await expect.poll(() => listed()[0]).toContain('Status');
  await user.click(screen.getByRole('button', { name: 'Edit Rent' }));
  await fill(user, within(screen.getByRole('form', { name: 'Edit Rent' })).getByLabelText('Name'), 'Monthly rent');
  await user.click(section().getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Edit Monthly rent' });
  await user.click(screen.getByRole('button', { name: 'Edit Status' }));
  const form = within(screen.getByRole('form', { name: 'Edit Status' }));
  await user.type(form.getByLabelText('Description'), 'Of the deal');
  await fill(user, form.getByLabelText('Choice 1'), 'Outline');
  await user.click(form.getByRole('button', { name: 'Add a choice' }));
  await user.type(form.getByLabelText('Choice 3'), 'Void');
  await user.click(form.getByRole('button', { name: 'Move choice 3 up' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await expect.poll(() => listed()[0]).toContain('One of the choices: Outline, Void, Signed');
  expect(listed()[0]).toContain('Of the deal');
  expect(server.sent('createField')).toMatchObject([{ name: 'Rent', type: 'NUMBER' }, { name: 'Status', type: 'ENUM', choices: ['Draft', 'Signed'] }]);
  const [moved, renamed, edited] = server.sent('updateField');
  expect(moved).toMatchObject({ position: 0 });
  expect(renamed).toMatchObject({ name: 'Monthly rent', version: '1' });
  expect(edited).toMatchObject({ description: 'Of the deal', choices: ['Outline', 'Void', 'Signed'], renamedChoices: [{ choice: 'Draft', name: 'Outline' }] });
});

it('a field with values is deleted after a question, and returns', async () => {
  const rent = fieldRow('Rent', { valueCount: 1 });
  const { user, server, reload } = await openFields(fieldsOf([rent]));
  await user.click(await screen.findByRole('button', { name: 'Delete Rent' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('with the values of 1 document');
  expect(server.sent('deleteField')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete field' }));
  expect(await screen.findByText('Moved “Rent” to the bin.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Fields' })).toBeNull());
  await reload();
  await screen.findByRole('button', { name: 'Undo' });
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Undone: Moved the field “Rent” to the bin')).toBeTruthy();
  await expect.poll(() => listed()[0]).toContain('1 document');
  expect(server.sent('undoEdits')).toEqual([{ group: server.sent('deleteField')[0]?.group }]);
});

it('a field of selected documents is set', async () => {
  const rent = fieldRow('Monthly rent');
  const given = fieldsOf([rent]);
  const { user, server } = await openApp(given.url, given.answers);
  (await screen.findByRole('link', { name: 'Lease' })).focus();
  await user.keyboard(' ');
  const bar = await screen.findByRole('group', { name: 'Selected documents' });
  expect(within(bar).getByRole('button', { name: 'More' })).toBeTruthy();
  await choose(user, 'More', 'Set field…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Field' }), 'Monthly rent');
  await user.type(dialog.getByLabelText('Monthly rent'), '99');
  await user.click(dialog.getByRole('button', { name: 'Set field' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent('setFieldValues')).toMatchObject([{ id: rent.uuid, documentIds: given.documents.map(({ uuid }) => uuid), values: ['99'] }]);
});

it('a list shows a field, and is sorted and filtered by it', async () => {
  const rent = fieldRow('Rent');
  const status = fieldRow('Status', { type: 'ENUM', choices: ['Draft', 'Signed'] });
  const given = fieldsOf([rent, status], { Cottage: { Rent: '950' }, Mill: { Rent: '2400', Status: 'Signed' }, Barn: { Rent: '1200' }, Lease: {} });
  const { user, reload } = await openApp(given.url, given.answers);
  await user.selectOptions(await screen.findByLabelText('Field'), 'Rent');
  await expect.poll(() => screen.getByRole('link', { name: 'Mill' }).closest('tr')?.textContent).toContain('2400');
  await sortBy(user, 'Rent');
  await expect.poll(titles).toEqual(['Cottage', 'Barn', 'Mill', 'Lease']);
  expect(sortedColumns()).toEqual(['Rent']);
  await sortBy(user, 'Rent');
  await expect.poll(titles).toEqual(['Mill', 'Barn', 'Cottage', 'Lease']);
  await user.type(screen.getByLabelText('Rent, from'), '1000{Enter}');
  await expect.poll(titles).toEqual(['Mill', 'Barn']);
  await sortBy(user, 'Title');
  await expect.poll(titles).toEqual(['Barn', 'Mill']);
  await reload();
  await expect.poll(titles).toEqual(['Barn', 'Mill']);
  await user.selectOptions(await screen.findByLabelText('Field'), 'Status');
  await expect.poll(() => titles().length).toBe(4);
  await user.selectOptions(screen.getByLabelText('Value of Status'), 'Signed');
  await expect.poll(titles).toEqual(['Mill']);
  await user.selectOptions(screen.getByLabelText('Value of Status'), 'No value');
  await expect.poll(() => titles().length).toBe(3);
  await user.selectOptions(screen.getByLabelText('Value of Status'), 'Draft');
  expect(await screen.findByText('No documents with this value')).toBeTruthy();
});
