import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choose, openApp, type OpenApp } from '@/testing/app';
import { connection, corpusRow, documentRow, newId, type ArgumentsOfField, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const zoning = documentRow({ title: 'zoning plan', mimeType: 'application/pdf', shortTypeName: 'PDF', size: 900, pageCount: 3 });
const agreement = documentRow({ title: 'Service agreement', mimeType: 'application/vnd.oasis.opendocument.text', shortTypeName: 'Word', size: 12_000, pageCount: 40 });
const budget = documentRow({ title: 'Budget', mimeType: 'text/csv', shortTypeName: 'CSV', size: 70, pageCount: 1 });
/** in the order in which they were added */
const DOCUMENTS: readonly Row<'Document'>[] = [zoning, agreement, budget];
const corpus = corpusRow({ title: 'Contracts' });
const PLACES = { documents: '/', corpus: `/c/${corpus.uuid}` } as const;

type Arguments = ArgumentsOfField<'Query', 'documents'>;

const KEYS: Readonly<Record<string, (row: Row<'Document'>) => string | number>> = {
  TITLE: ({ title }) => `${title}`,
  TYPE: ({ shortTypeName }) => `${shortTypeName}`,
  SIZE: ({ size }) => -Number(size),
  PAGES: ({ pageCount }) => -Number(pageCount),
};

const compare = (one: string | number, other: string | number) => (typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other)));

/** Sort rows as the server does. */
function sorted(rows: readonly Row<'Document'>[], orderBy: string): readonly Row<'Document'>[] {
  if (orderBy === 'OLDEST') return rows;
  const [name = '', opposite] = orderBy.split('_');
  const key = KEYS[name];
  const ordered = key ? rows.toSorted((one, other) => compare(key(one), key(other))) : rows.toReversed();
  return opposite ? ordered.toReversed() : ordered;
}

/** The documents as the server finds, orders and pages them. */
const listOf =
  (rows: readonly Row<'Document'>[], folderOf: (row: Row<'Document'>) => string | null = () => null) =>
  ({ search, orderBy, folderId = null, subfolders, ...page }: Arguments) => {
    const found = rows.filter((row) => `${row.title}`.toLowerCase().includes((search ?? '').toLowerCase()) && (subfolders !== false || folderOf(row) === folderId));
    return connection(sorted(found, orderBy ?? 'NEWEST'), page);
  };

const open = (url: string, query: Answers['query'] = { corpus, documents: listOf(DOCUMENTS) }, others: Omit<Answers, 'query'> = {}) => openApp(url, { query, ...others });

const titles = () => [...document.querySelectorAll('tbody td:nth-child(2) a')].map(({ textContent }) => textContent);
const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
// In long lists, roles take a second to compute.
const selected = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).filter((text) => text.includes('selected'));
const sort = async ({ user }: OpenApp, column: string) => user.click(within(document.querySelector('thead') as HTMLElement).getByRole('button', { name: column }));
const search = () => screen.getByLabelText('Search titles');

async function expectOrder(column: string, direction: string, ...expected: readonly string[]): Promise<void> {
  await expect.poll(titles).toEqual(expected);
  await expect.poll(() => [...document.querySelectorAll('[aria-sort]')].map((head) => [head.textContent, head.getAttribute('aria-sort')])).toEqual([[column, direction]]);
}

it.each(Object.entries(PLACES))('columns sort the list of %s, and the order is in the address', async (_, url) => {
  const app = await open(url);
  const [z, s, b] = ['zoning plan', 'Service agreement', 'Budget'];
  await expectOrder('Added', 'descending', b, s, z);
  await sort(app, 'Title');
  await expectOrder('Title', 'ascending', b, s, z);
  await sort(app, 'Title');
  await expectOrder('Title', 'descending', z, s, b);
  await sort(app, 'Size');
  await expectOrder('Size', 'descending', s, z, b);
  await sort(app, 'Type'); // CSV, PDF, Word
  await expectOrder('Type', 'ascending', b, z, s);
  await sort(app, 'Pages');
  await expectOrder('Pages', 'descending', s, z, b);
  await app.reload();
  await expectOrder('Pages', 'descending', s, z, b);
  await app.user.type(search(), 'n'); // not the budget
  await expectOrder('Pages', 'descending', s, z);
  await sort(app, 'Added');
  await expectOrder('Added', 'descending', s, z);
  await sort(app, 'Added');
  await expectOrder('Added', 'ascending', z, s);
  expect(app.address()).toContain('sort=oldest');
});

it('rows show type, size, pages and state', async () => {
  await open('/');
  const cells = within(await row('Service agreement'));
  for (const text of ['Word', '12.0 kB', '40', 'Ready']) expect(cells.getByText(text)).toBeTruthy();
});

it('results of the virus scan are shown where they matter', async () => {
  const scans = [
    ['Old', 'INFECTED', 'Infected'],
    ['Older', 'CLEAN', undefined],
    ['Loose', 'UNSCANNED', undefined], // in an installation without a scanner
    ['Missed', 'UNSCANNED', 'Not virus-scanned'],
  ] as const;
  await open('/', { documents: listOf(scans.map(([title, scan]) => documentRow({ title, scan, isScanMissing: title === 'Missed' }))) });
  for (const [title, , badge] of scans) {
    const cells = within(await row(title)); // oxlint-disable-line no-await-in-loop
    expect(['Infected', 'Not virus-scanned'].filter((text) => cells.queryByText(text))).toEqual(badge ? [badge] : []);
  }
});

it('an order in a folder is kept when another folder is opened', async () => {
  const folder = { uuid: newId(), name: 'Plans', path: 'Plans', version: '1', documentCount: 2 };
  const app = await open(`${PLACES.corpus}?sort=title_descending`, {
    corpus: { ...corpus, documentCount: 3, folders: connection([folder]) },
    documents: listOf(DOCUMENTS, (each) => (each === agreement ? null : folder.uuid)),
  });
  await expectOrder('Title', 'descending', 'zoning plan', 'Service agreement', 'Budget');
  await app.user.click(await screen.findByRole('button', { name: /^Plans 2/ }));
  await expectOrder('Title', 'descending', 'zoning plan', 'Budget');
  await app.user.click(screen.getByRole('button', { name: /^Not in a folder/ }));
  await expectOrder('Title', 'descending', 'Service agreement');
});

const LEASES = Array.from({ length: 70 }, (_, number) => documentRow({ title: `Lease ${String(number).padStart(2, '0')}` })); // more than are loaded at once
const leases = { corpus, documents: listOf(LEASES) };

it('a selection is kept in another order, and all rows are selected in it', async () => {
  const app = await open('/?sort=title', leases);
  await app.user.click(await screen.findByLabelText('Select Lease 00'));
  await app.user.click(screen.getByLabelText('Select Lease 01'));
  await sort(app, 'Title');
  await expect.poll(() => titles()[0]).toBe('Lease 69');
  expect(selected()).toEqual(['2 selected']);
  await app.user.click(await screen.findByText('Select all 70'));
  await expect.poll(selected).toEqual(['70 selected']);
  await app.user.type(search(), 'Lease 07');
  await expect.poll(selected).toEqual(['1 selected']);
});

it('the menu of a row renames, deletes and opens, and the first two are undone', async () => {
  let title = 'Budget';
  let isDeleted = false;
  const current = () => ({ ...budget, title, version: title });
  const path = `/api/v1/documents/${budget.uuid}`;
  const changes: unknown[] = [];
  const app = await open(
    '/',
    { corpus, documents: (args) => listOf(isDeleted ? [zoning] : [zoning, current()])(args), document: () => null },
    {
      mutation: {
        deleteDocuments: ({ input: { ids } }) => ((isDeleted = true), { deletedIds: ids }),
        restoreFromBin: () => ((isDeleted = false), { restored: null }),
      },
      rest: {
        [`PATCH ${path}`]: ({ body }: { body: unknown }) => {
          changes.push(body);
          title = (body as { title: string }).title;
          return { title, version: title };
        },
      },
    },
  );
  await app.user.click(await screen.findByRole('button', { name: 'More for Budget' }));
  await screen.findByRole('menuitem', { name: 'Open' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Open', 'Rename', 'Download', 'Add to a corpus', 'Share', 'Delete']);
  await app.user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  const field = within(await screen.findByRole('dialog')).getByLabelText('Title');
  await expect.poll(() => document.activeElement).toBe(field);
  await app.user.clear(field);
  await app.user.type(field, 'Budget of 2026{Enter}');
  await screen.findByText('Renamed to “Budget of 2026”.');
  await row('Budget of 2026');
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await row('Budget');
  await expect.poll(() => changes).toMatchObject([{ title: 'Budget of 2026' }, { title: 'Budget' }]);
  await choose(app.user, 'More for Budget', 'Delete');
  await screen.findByText('Moved “Budget” to the bin.');
  await expect.poll(titles).toEqual(['zoning plan']);
  expect(app.server.sent('deleteDocuments')).toEqual([{ ids: [budget.uuid], allVersions: true }]);
  await app.user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  await row('Budget');
  expect(app.server.sent('restoreFromBin')).toEqual([{ id: budget.uuid }]);
  await choose(app.user, 'More for Budget', 'Open');
  await expect.poll(app.address).toBe(`/d/${budget.uuid}`);
});

it('the menu of a row removes a document from the corpus', async () => {
  let rows = DOCUMENTS;
  const app = await open(
    PLACES.corpus,
    { corpus, documents: (args) => listOf(rows)(args) },
    {
      mutation: {
        removeDocumentsFromCorpus: ({ input: { documentIds } }) => {
          rows = rows.filter(({ uuid }) => !documentIds.includes(`${uuid}`));
          return { removed: documentIds.length };
        },
      },
    },
  );
  await row('zoning plan');
  await choose(app.user, 'More for zoning plan', 'Remove from this corpus');
  await expect.poll(titles).toEqual(['Budget', 'Service agreement']);
  expect(app.server.sent('removeDocumentsFromCorpus')).toMatchObject([{ corpusId: corpus.uuid, documentIds: [zoning.uuid] }]);
});

const failedWith = (document: Row<'Document'>, code: string) => ({ ...document, state: 'FAILED', failure: { code } }) as const;

it('a retry is offered where it can succeed', async () => {
  const rows = [failedWith(zoning, 'corrupt_document'), agreement, failedWith(budget, 'parser_timeout')];
  const app = await open('/', { documents: listOf(rows) }, { mutation: { retryDocument: () => ({ document: null }) } });
  await app.user.click(await screen.findByRole('button', { name: 'Retry Budget' }));
  expect(screen.queryByRole('button', { name: 'Retry zoning plan' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'More for zoning plan' }));
  await screen.findByRole('menuitem', { name: 'Open' });
  expect(screen.queryByRole('menuitem', { name: 'Retry' })).toBeNull();
  await app.user.keyboard('{Escape}');
  await choose(app.user, 'More for Budget', 'Retry');
  await expect.poll(() => app.server.sent('retryDocument')).toEqual([{ id: budget.uuid }, { id: budget.uuid }]);
});

it.each(Object.entries(PLACES))('the failed ones of the selected documents are retried together in the list of %s', async (_, url) => {
  const rows = [failedWith(zoning, 'corrupt_document'), failedWith(agreement, 'parser_timeout'), failedWith(budget, 'parser_timeout')];
  const app = await open(url, { corpus, documents: listOf(rows) }, { mutation: { retryDocument: () => ({ document: null }) } });
  await app.user.click(await screen.findByLabelText('Select all loaded'));
  await app.user.click(await screen.findByRole('button', { name: 'Retry 2 failed' }));
  await expect.poll(() => app.server.sent('retryDocument').map(({ id }) => id)).toEqual([budget.uuid, agreement.uuid]);
});

it.each(Object.entries(PLACES))('what is selected in the list of %s is what is shown', async (_, url) => {
  const { user } = await open(url, leases);
  await user.click(await screen.findByLabelText('Select all loaded'));
  await expect.poll(selected).toEqual(['60 selected']);
  await user.click(await screen.findByText('Select all 70'));
  await expect.poll(selected).toEqual(['70 selected']);
  await user.type(search(), 'Lease 07');
  await expect.poll(selected).toEqual(['1 selected']);
  await user.clear(search());
  await user.click(screen.getByLabelText('Clear'));
  expect(selected()).toEqual([]);
});

it('an action after filtering acts on what is shown', async () => {
  const { server, user } = await open(PLACES.corpus, leases, { mutation: { removeDocumentsFromCorpus: () => ({ removed: 1 }) } });
  await user.click(await screen.findByLabelText('Select all loaded'));
  await user.type(search(), 'Lease 42');
  await user.click(await screen.findByLabelText('Remove 1 from this corpus'));
  await expect.poll(() => server.sent('removeDocumentsFromCorpus')).toMatchObject([{ documentIds: [LEASES[42]?.uuid] }]);
});

it('a range is selected with Shift, and Escape selects nothing', async () => {
  const { user } = await open(`${PLACES.corpus}?sort=title`, leases);
  await user.click(await screen.findByLabelText('Select Lease 01'));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByLabelText('Select Lease 05'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['5 selected']);
  expect(screen.getByLabelText('Remove 5 from this corpus')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(selected()).toEqual([]);
});
