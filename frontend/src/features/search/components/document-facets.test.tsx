import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { connection, corpusRow, documentRow, type ArgumentsOfField } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const PDF = 'application/pdf';
const CSV = 'text/csv';
const rows = [
  documentRow({ title: 'Lease 0', mimeType: PDF, state: 'READY' }),
  documentRow({ title: 'Lease 1', mimeType: PDF, state: 'PARTIAL' }),
  documentRow({ title: 'Budget', mimeType: CSV, state: 'READY' }),
];
const corpus = corpusRow({ title: 'Contracts' });

type Filter = Pick<ArgumentsOfField<'Query', 'documents'>, 'search' | 'type' | 'state'>;

const found = ({ search, type, state }: Filter) =>
  rows.filter((row) => (!search || `${row.title}`.toLowerCase().includes(search)) && (!type || row.mimeType === type) && (!state || row.state === state));

/** Each facet counts the documents that match the other filters. */
const answers: Answers = {
  query: {
    corpus,
    documents: (filter) => connection(found(filter)),
    documentFacets: ({ search = null, type = null, state = null }) => {
      const count = (filter: Filter) => found({ search, type, state, ...filter }).length;
      const types = [PDF, CSV].map((value) => ({ value, name: value === PDF ? 'PDF' : 'CSV table', count: count({ type: value }) }));
      const states = (['READY', 'PARTIAL'] as const).map((value) => ({ value: value.toLowerCase(), name: value.toLowerCase(), count: count({ state: value }) }));
      return [
        { facet: 'TYPE', values: types.filter((each) => each.count > 0) },
        { facet: 'STATE', values: states.filter((each) => each.count > 0) },
      ];
    },
  },
};

const facet = async (name: string) => within(await screen.findByRole('group', { name: 'Filters' })).findByRole('button', { name });
const titles = () => screen.queryAllByRole('link', { name: /^(Lease|Budget)/ }).map(({ textContent }) => textContent);

it('counts follow changes', async () => {
  const { server, user } = await openApp('/', answers);
  await user.click(await screen.findByRole('button', { name: 'Filters with counts' }));
  await facet('PDF 2');
  await facet('CSV table 1');
  await user.type(screen.getByRole('searchbox', { name: 'Search titles' }), 'lease 1');
  await facet('PDF 1');
  expect(screen.queryByRole('button', { name: /CSV table/ })).toBeNull();
  expect(server.asked('documentFacets').at(-1)).toMatchObject({ search: 'lease 1', type: '', state: null });
});

it('documents of a corpus are filtered by the same values', async () => {
  const { server, user, address, reload } = await openApp(`/c/${corpus.uuid}`, answers);
  await user.click(await screen.findByRole('button', { name: 'Filters with counts' }));
  await user.click(await facet('PDF 2'));
  await expect.poll(titles).toEqual(['Lease 0', 'Lease 1']);
  await user.click(await facet('Ready 1'));
  await expect.poll(titles).toEqual(['Lease 0']);
  expect(address()).toContain('state=READY');
  expect(server.asked('documentFacets').at(-1)).toMatchObject({ corpusId: corpus.uuid, type: PDF, state: 'READY' });
  await reload();
  await expect.poll(titles).toEqual(['Lease 0']);
  expect((await facet('Ready 1')).getAttribute('aria-pressed')).toBe('true');
  await user.type(screen.getByRole('searchbox', { name: 'Search titles' }), 'no such title');
  expect(await screen.findByText('No documents match the filters')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(titles).toEqual(['Lease 0', 'Lease 1', 'Budget']);
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search titles' }).value).toBe('');
});
