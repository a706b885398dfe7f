import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { connection, corpusRow, newId } from '@/testing/rows';
import { type Answers, Later, refusal } from '@/testing/server';

import type { Cell } from '../model/cell';

const corpus = corpusRow({ title: 'Leases' });
const extract = newId();
const columns = [
  { id: newId(), name: 'Rent', question: 'How much is the rent?', type: 'money' },
  { id: newId(), name: 'End', question: 'When does it end?', type: 'date' },
] as const;
const [rent, end] = columns;
const NUMBERS = [1, 2, 3];
const rows = NUMBERS.map((number) => ({ id: newId(), document: newId(), title: `Lease ${number}` }));
const PATH = `/api/v1/extracts/${extract}`;

function cellOf(column: string, text: string, fields: Partial<Cell> = {}): Cell {
  const common = { problem: '', sources: [], confidence: 0.93, engine: 'reader', review: 'unreviewed', reviewer: null, has_conflict: false, is_outdated: false, version: '1' } as const;
  return { id: newId(), column, text, status: text ? 'found' : 'not_found', ...common, ...fields };
}

/** An answered extract of three documents, as the server keeps it. Reviews are stored after a promise. */
function leases(reviews = Promise.resolve()) {
  const cells = new Map(
    NUMBERS.flatMap((number) => [cellOf(rent.id, `${number},250 EUR`, { confidence: number === 2 ? 0.4 : 0.93 }), cellOf(end.id, number === 3 ? '' : '2027-06-30')]).map((cell) => [cell.id, cell]),
  );
  const ids = [...cells.keys()];
  const reviewed: unknown[] = [];
  const indexed: string[] = [];
  const suggested: unknown[] = [];
  const edited: { body: unknown; version: string | null }[] = [];
  const cellAt = (id: string): Cell => {
    const cell = cells.get(id);
    if (!cell) throw new Error(`There is no cell ${id}.`);
    return cell;
  };
  const change = (id: string, to: Partial<Cell>): Cell => {
    const cell = cellAt(id);
    const next = { ...cell, ...to, version: `${Number(cell.version) + 1}` };
    cells.set(id, next);
    return next;
  };
  const conflict = (id: string) => refusal(412, 'edit_conflict', '', { current: cellAt(id) });
  const edits = Object.fromEntries(
    ids.map((id) => [
      `PATCH /api/v1/cells/${id}` as const,
      ({ body, headers }: { body: unknown; headers: Headers }) => {
        edited.push({ body, version: headers.get('If-Match') });
        return headers.get('If-Match') === `"${cellAt(id).version}"` ? change(id, { ...(body as { text: string }), review: 'edited' }) : conflict(id);
      },
    ]),
  );
  const counts = { rows: 3, rows_pending: 0, rows_running: 0, rows_done: 3, rows_failed: 0, rows_waiting: 0, waiting_code: '', waiting_message: '', cells: 6, found: 5, unproven: 0, not_found: 1, failed: 0, skipped: 0, approved: 0, rejected: 0, edited: 0, tokens: 0, cost: 0, seconds: 0 };
  const detail = { id: extract, corpus: corpus.uuid, fieldset: null, name: 'Rent and end', engine: 'reader', state: 'done', is_standing: false, previous: null, columns, counts, estimated_tokens: 0, estimated_cost: 0, budget_tokens: null, budget_cost: null, created: '2026-03-02T10:00:00Z', version: '1' };
  /** the answers to suggestions, in order */
  let suggestions = [{ source_count: 3, new_count: 3, next: null as string | null }];
  const answers: Answers = {
    query: { corpus, documents: connection([]), annotations: connection([]), annotators: [] },
    rest: {
      ...edits,
      [`GET ${PATH}`]: () => detail,
      [`GET /api/v1/corpuses/${corpus.uuid}/extracts`]: () => ({ results: [detail], next: null, previous: null }),
      [`GET ${PATH}/row-index`]: ({ url }: { url: URL }) => {
        indexed.push(url.search);
        return { rows: url.searchParams.get('descending') ? rows.toReversed() : url.searchParams.get('max_confidence') ? rows.slice(1, 2) : rows };
      },
      [`GET ${PATH}/row-cells`]: ({ url }: { url: URL }) => {
        const wanted = url.searchParams.getAll('rows');
        const found = rows.map((row, place) => ({ ...row, state: 'done', code: '', message: '', is_outdated: false, cells: ids.slice(2 * place, 2 * place + 2).map((id) => cells.get(id)) }));
        return { rows: found.filter(({ id }) => wanted.includes(id)) };
      },
      'POST /api/v1/cell-reviews': async ({ body }) => {
        await reviews;
        reviewed.push(body);
        const { cells: [id = ''], versions: [version], review } = body as { cells: string[]; versions: string[]; review: Cell['review'] };
        return cellAt(id).version === version ? { cells: [change(id, { review, reviewer: 'ada' })] } : conflict(id);
      },
      [`POST ${PATH}/suggestions`]: ({ body }: { body: unknown }) => {
        suggested.push(body);
        return suggestions.shift();
      },
    },
  };
  const suggest = (...next: typeof suggestions) => void (suggestions = next);
  return { answers, ids, reviewed, indexed, edited, suggested, change, suggest };
}

const URL_OF_GRID = `/c/${corpus.uuid}?tab=extract&extract=${extract}`;

async function openGrid(given = leases(), url = URL_OF_GRID) {
  const app = await openApp(url, given.answers);
  const grid = await screen.findByRole('grid', { name: 'Values of Rent and end' });
  await within(grid).findByRole('gridcell', { name: /2,250 EUR/ });
  grid.focus();
  return { ...given, ...app, grid, cells: within(grid) };
}

const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const sortOfRent = () => screen.getByRole('button', { name: 'Sort by Rent' }).parentElement?.getAttribute('aria-sort');
const card = () => screen.getByText('Lease 1').closest('li') ?? document.body;
const active = () => screen.getAllByRole('gridcell').find((cell) => cell.getAttribute('aria-selected') === 'true')?.textContent;

it('cells are reviewed by keyboard, one after the other', async () => {
  const { user, ids, reviewed, cells, grid } = await openGrid();
  await user.keyboard('a');
  expect(await cells.findByRole('gridcell', { name: /1,250 EUR. Approved/ })).toBeTruthy();
  expect(active()).toContain('2027-06-30');
  await user.keyboard('r');
  await cells.findByRole('gridcell', { name: /2027-06-30. Rejected/ });
  expect(active()).toContain('2,250 EUR');
  await expect.poll(() => reviewed).toEqual([
    { cells: [ids[0]], versions: ['1'], review: 'approved' },
    { cells: [ids[1]], versions: ['1'], review: 'rejected' },
  ]);
  await user.keyboard('{ArrowUp}u');
  await expect.poll(() => reviewed.at(-1)).toEqual({ cells: [ids[0]], versions: ['2'], review: 'unreviewed' });
  expect(active()).not.toContain('Approved');
  expect(document.activeElement).toBe(grid);
});

it('a review is shown before the server has it', async () => {
  const later = new Later<void>();
  const given = leases(later.promise);
  const { user, cells } = await openGrid(given);
  await user.keyboard('a');
  expect(await cells.findByRole('gridcell', { name: /1,250 EUR. Approved. Not saved yet/ })).toBeTruthy();
  expect(given.reviewed).toEqual([]);
  later.resolve();
  await waitFor(() => expect(cells.queryByRole('gridcell', { name: /Not saved yet/ })).toBeNull());
  expect(cells.getByRole('gridcell', { name: /1,250 EUR. Approved/ })).toBeTruthy();
});

it('a value is edited in its place', async () => {
  const { user, edited, cells, grid } = await openGrid();
  await user.keyboard('{Enter}');
  const editor = await screen.findByRole('textbox', { name: 'Value of Rent' });
  await user.clear(editor);
  await user.type(editor, '1300 EUR{Escape}');
  expect(edited).toEqual([]);
  expect(document.activeElement).toBe(grid);
  await user.keyboard('{Enter}');
  const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Value of Rent' });
  expect(again.value).toBe('1,250 EUR');
  await user.clear(again);
  await user.type(again, '1300 EUR{Enter}');
  expect(await cells.findByRole('gridcell', { name: /1300 EUR. Edited/ })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Value of Rent' })).toBeNull();
  expect(edited).toEqual([{ body: { text: '1300 EUR' }, version: '"1"' }]);
  expect(document.activeElement).toBe(grid);
});

it('a value that someone else has changed is not overwritten unseen', async () => {
  const { user, edited, cells, ids, change, reviewed } = await openGrid();
  const [first = ''] = ids;
  await user.keyboard('{Enter}');
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Value of Rent' });
  await user.clear(editor);
  await user.type(editor, '1300 EUR');
  change(first, { text: '1,999 EUR', review: 'edited' });
  await user.keyboard('{Enter}');
  expect((await screen.findByText(/Someone else has changed this since you opened it/)).textContent).toContain('1,999 EUR');
  expect(editor.value).toBe('1300 EUR');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Value of Rent' })).toBeNull());
  expect(edited.map(({ version }) => version)).toEqual(['"1"', '"2"']);
  change(first, { text: '1,998 EUR' });
  await user.keyboard('a');
  expect(await screen.findByText(/Rent, Lease 1 was not saved. Someone else has changed this/)).toBeTruthy();
  expect(await cells.findByRole('gridcell', { name: /1,998 EUR. Edited. Not saved: Someone else/ })).toBeTruthy();
  await expect.poll(() => reviewed).toEqual([{ cells: [first], versions: ['3'], review: 'approved' }]);
});

it('rows are filtered and sorted', async () => {
  const { user, indexed, address, reload } = await openGrid();
  await user.selectOptions(screen.getByLabelText('Show'), 'unsure');
  await expect.poll(titles).toEqual(['Lease 2']);
  expect(indexed.at(-1)).toBe('?max_confidence=0.6');
  expect(screen.getByText('1 document')).toBeTruthy();
  await reload();
  await expect.poll(() => screen.queryAllByRole('rowheader').length).toBe(1);
  await user.selectOptions(screen.getByLabelText('Show'), '');
  await expect.poll(titles).toEqual(['Lease 1', 'Lease 2', 'Lease 3']);
  await user.click(screen.getByRole('button', { name: 'Sort by Rent' }));
  await expect.poll(sortOfRent).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Sort by Rent' }));
  await expect.poll(titles).toEqual(['Lease 3', 'Lease 2', 'Lease 1']);
  expect(sortOfRent()).toBe('descending');
  expect(indexed.at(-1)).toBe(`?sort_column=${rent.id}&descending=true`);
  expect(address()).toContain(`sort=${rent.id}&down=true`);
});

it('the grid is a list of cards on a phone', async () => {
  window.innerWidth = 390;
  const { answers, ids, reviewed } = leases();
  const { user } = await openApp(URL_OF_GRID, answers);
  await screen.findByText('1,250 EUR');
  await user.click(within(card()).getByRole('button', { name: 'Approve Rent' }));
  await expect.poll(() => card().textContent).toContain('Approved');
  await expect.poll(() => reviewed).toEqual([{ cells: [ids[0]], versions: ['1'], review: 'approved' }]);
  expect(screen.queryByRole('grid')).toBeNull();
});

it('the values of a column become suggestions, of all columns a batch at a time', async () => {
  const { user, suggested, suggest, address, go } = await openGrid();
  await choose(user, 'Options of Rent', 'Suggest as annotations');
  expect(await screen.findByText('3 new suggestions')).toBeTruthy();
  expect(suggested).toEqual([{ columns: [rent.id] }]);
  await user.click(screen.getByRole('button', { name: 'Review suggestions' }));
  expect((await screen.findByLabelText<HTMLSelectElement>('Made by')).value).toBe('EXTRACT');
  expect(address()).toContain('tab=annotations');
  expect(address()).toContain('review=PENDING');
  await go(URL_OF_GRID);
  suggest({ source_count: 2, new_count: 1, next: 'cursor' }, { source_count: 1, new_count: 1, next: null });
  await screen.findByRole('grid');
  await choose(user, 'More', 'Suggest all columns as annotations');
  expect(await screen.findByText('2 new suggestions')).toBeTruthy();
  expect(suggested.slice(1)).toEqual([{}, { after: 'cursor' }]);
  suggest({ source_count: 3, new_count: 0, next: null });
  await choose(user, 'Options of Rent', 'Suggest as annotations');
  expect(await screen.findByText(/Nothing new/)).toBeTruthy();
});
