import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp, type OpenApp } from '@/testing/app';
import { connection, corpusRow, documentRow, labelRow, newId, type ArgumentsOfField, type Row } from '@/testing/rows';
import { Later, refuse } from '@/testing/server';

const corpus = corpusRow({ title: 'Contracts' });
const label = labelRow({ name: 'Rent duty' });
const lease = documentRow({ title: 'Lease of the mill' });
const annotation: Row<'Annotation'> = { uuid: newId(), page: 1, quote: 'The tenant pays the rent', label, corpus, document: lease };

const passage = (page: number, ...fragments: readonly (readonly [text: string, isMatch?: boolean])[]): Row<'SearchHit'> => ({
  page,
  start: 10,
  end: 40,
  fragments: fragments.map(([text, isMatch = false]) => ({ text, isMatch })),
});

const found = (document: Row<'Document'>, ...passages: readonly Row<'SearchHit'>[]): Row<'FoundDocument'> => ({ document, passages });

const law = found(lease, passage(12, ['governed by the '], ['laws', true], [' of the State of '], ['Ohio', true]));

async function openSearch({ user }: OpenApp, key = '{Control>}k{/Control}', name = 'Search everything') {
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard(key);
  const field = await screen.findByRole('combobox', { name });
  await expect.poll(() => document.activeElement).toBe(field);
  return field;
}

const groups = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .queryAllByRole('group')
    .map((group) => `${document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent}: ${within(group).getAllByRole('option').map(({ textContent }) => textContent).join(', ')}`);

const fill = async ({ user }: OpenApp, field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

const onActivity = { jobs: connection([]) };

it('a hit is chosen by keyboard, and the search is offered again', async () => {
  const app = await openApp('/jobs', { query: { ...onActivity, search: { totalCount: 1, documents: [law] }, document: null } });
  const field = await openSearch(app);
  await app.user.type(field, 'laws of Ohio');
  const option = await screen.findByRole('option', { name: /^Lease of the mill/ });
  expect(option.textContent).toContain('governed by the laws');
  expect([...option.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['laws', 'Ohio']);
  expect(app.server.asked('search').at(-1)).toMatchObject({ query: 'laws of Ohio' });
  await app.user.keyboard('{ArrowDown}');
  expect(option.getAttribute('aria-selected')).toBe('true');
  await app.user.keyboard('{Enter}');
  await expect.poll(app.address).toBe(`/d/${lease.uuid}?page=12&from=10&to=40`);
  await app.go('/jobs');
  await openSearch(app);
  expect(await screen.findByRole('option', { name: 'laws of Ohio' })).toBeTruthy();
  await app.user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('labels, annotations, corpora and pages are found', async () => {
  const results: Readonly<Record<string, Row<'SearchResults'>>> = { duty: { labels: [label] }, 'tenant pays': { annotations: [annotation] }, contracts: { corpora: [corpus] } };
  const app = await openApp('/jobs', { query: { ...onActivity, search: ({ query }) => results[`${query}`] ?? {}, corpus, documents: connection([]) } });
  const field = await openSearch(app);
  await app.user.type(field, 'duty');
  await expect.poll(groups).toContain('Labels: Rent duty');
  await fill(app, field, 'tenant pays');
  await expect.poll(groups).toContain('Annotations: The tenant pays the rentRent duty, Lease of the mill');
  await fill(app, field, 'contracts');
  await expect.poll(groups).toContain('Corpora: Contracts');
  await app.user.click(screen.getByRole('option', { name: 'Contracts' }));
  await expect.poll(app.address).toBe(`/c/${corpus.uuid}`);
  await app.user.type(await openSearch(app), 'activ');
  await screen.findByRole('option', { name: 'Activity' });
  await app.user.keyboard('{ArrowDown}{Enter}');
  await expect.poll(app.address).toBe('/jobs');
});

const isChosen = (name: string) => screen.getByRole('option', { name }).getAttribute('aria-selected');

it('the chosen line stays when results come in above it', async () => {
  const later = new Later<Row<'SearchResults'>>();
  const app = await openApp('/', { query: { ...onActivity, documents: connection([]), search: () => later.promise } });
  await app.user.type(await openSearch(app), 'activity');
  await screen.findByRole('option', { name: 'Activity' });
  await app.user.keyboard('{ArrowDown}');
  expect(isChosen('Activity')).toBe('true');
  await expect.poll(() => app.server.asked('search').length).toBe(1);
  later.resolve({ totalCount: 1, corpora: [corpusRow({ title: 'Activity of the mill' })] });
  await screen.findByRole('option', { name: 'Activity of the mill' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent).slice(0, 2)).toEqual(['Activity of the mill', 'Activity']);
  expect(isChosen('Activity')).toBe('true');
  await app.user.keyboard('{Enter}');
  await expect.poll(app.address).toBe('/jobs');
});

const hits = async () => [...(await screen.findByRole('list', { name: 'Documents' })).children];

const publicOnly = ({ scope }: ArgumentsOfField<'Query', 'search'>): Row<'SearchResults'> =>
  scope === 'PUBLIC' ? { totalCount: 2, documents: [{ ...law, isPublic: true }, found(documentRow({ title: 'Sublease' }))] } : {};

it('what is public is searched on request, and marked', async () => {
  const app = await openApp('/jobs', { query: { ...onActivity, search: publicOnly } });
  await app.user.type(await openSearch(app), 'lease');
  await app.user.click(screen.getByRole('button', { name: 'Search what is public' }));
  await expect.poll(app.address).toBe('/search?q=lease&scope=PUBLIC');
  const rows = await hits();
  expect(rows.map((row) => [row.querySelector('h2')?.textContent, within(row as HTMLElement).queryByText('Public')?.textContent])).toEqual([
    ['Lease of the mill', 'Public'],
    ['Sublease', undefined],
  ]);
});

it('the search page has facets and reasons', async () => {
  const facets: readonly Row<'Facet'>[] = [{ facet: 'LABEL', values: [{ value: label.uuid, name: 'Rent duty', count: 1 }] }];
  const other = found(documentRow({ title: 'Sublease' }), passage(1, ['the monthly payment']));
  const rent = found(lease, passage(1, ['The '], ['tenant', true], [' pays the '], ['rent', true]));
  const search = ({ query, labelId }: ArgumentsOfField<'Query', 'search'>): Row<'SearchResults'> => {
    if (query?.startsWith('zxqv')) return { notices: [{ code: 'nothing_similar', message: 'No passage has these words or a similar meaning. Try other words, or describe it.' }] };
    if (query?.includes('before:31')) refuse('invalid_search_date', '“31.12.2024” is not a date. Write before:2024-12-31.');
    return labelId ? { totalCount: 1, facets, documents: [rent] } : { totalCount: 2, facets, documents: [rent, other] };
  };
  const app = await openApp('/', { query: { documents: connection([]), search } });
  await app.user.type(await openSearch(app), 'rent of the tenant');
  await app.user.keyboard('{Enter}');
  await expect.poll(app.address).toMatch(/^\/search\?q=/);
  await expect.poll(async () => (await hits()).map((hit) => [hit.querySelector('h2')?.textContent, hit.querySelector('mark')?.textContent])).toEqual([
    ['Lease of the mill', 'tenant'],
    ['Sublease', undefined],
  ]);
  await app.user.click(within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: /^Rent duty/ }));
  await expect.poll(async () => (await hits()).length).toBe(1);
  expect(screen.getByRole('button', { name: /^Rent duty/ }).getAttribute('aria-pressed')).toBe('true');
  expect(app.server.asked('search').at(-1)).toMatchObject({ query: 'rent of the tenant', labelId: label.uuid });
  await fill(app, screen.getByRole('searchbox', { name: 'Search everything' }), 'zxqv blorp{Enter}');
  expect(await screen.findByText('No passage has these words or a similar meaning. Try other words, or describe it.')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => app.server.asked('search').at(-1)).toMatchObject({ query: 'zxqv blorp', labelId: null });
  expect(await screen.findByText('No results')).toBeTruthy();
  await fill(app, screen.getByRole('searchbox', { name: 'Search everything' }), 'rent before:31.12.2024{Enter}');
  expect(await screen.findByText(/Write before:2024-12-31\./)).toBeTruthy();
});

it('a question is answered in the words of a document', async () => {
  const answer = { document: lease, page: 12, start: 300, end: 304, before: 'governed by the laws of ', text: 'Ohio', after: '.', probability: 0.9 };
  const app = await openApp('/search', {
    query: { corpus, documents: connection([]), document: null, search: { totalCount: 1, documents: [law] }, answerQuestion: ({ corpusId }) => ({ isComplete: true, passageCount: 1, answers: corpusId ? [] : [answer] }) },
  });
  const question = 'Which state is it?';
  await app.user.type(await screen.findByRole('searchbox', { name: 'Search everything' }), `${question}{Enter}`);
  const answers = await screen.findByRole('list', { name: 'Answers' });
  expect(answers.querySelector('mark')?.textContent).toBe('Ohio');
  expect(answers.textContent).toContain('Lease of the mill, page 12');
  expect(app.server.asked('answerQuestion')).toMatchObject([{ question, corpusId: null }]);
  expect(within(answers).getAllByRole('link')[0]?.getAttribute('href')).toBe(`/d/${lease.uuid}?page=12&from=300&to=304`);
  await app.go(`/c/${corpus.uuid}?tab=search&q=${encodeURIComponent('What is the boiling point of water?')}`);
  expect(await screen.findByText('No passage answers this question.')).toBeTruthy();
  expect(app.server.asked('answerQuestion').at(-1)).toMatchObject({ corpusId: corpus.uuid });
});

const searchPublished = ({ scope }: ArgumentsOfField<'Query', 'search'>): Row<'SearchResults'> => (scope === 'PUBLIC' ? { totalCount: 1, documents: [law] } : {});

it('what is public is found on request only, and answers no question', async () => {
  const app = await openApp('/search?q=Which%20state%20is%20it%3F', { query: { search: searchPublished, answerQuestion: {} } });
  expect(await screen.findByText('No results')).toBeTruthy();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Public');
  expect((await hits()).map((hit) => hit.querySelector('h2')?.textContent)).toEqual(['Lease of the mill']);
  expect(app.address()).toContain('scope=PUBLIC');
  expect(screen.queryByText('No passage answers this question.')).toBeNull();
});

it('a search in a folder includes its subfolders', async () => {
  const [old, older] = ['Old', 'Old/Older'].map((path) => ({ uuid: newId(), name: path, path, version: '1', documentCount: 1 })) as [Row<'Folder'>, Row<'Folder'>];
  const facets: readonly Row<'Facet'>[] = [
    { facet: 'CORPUS', values: [{ value: corpus.uuid, name: 'Contracts', count: 1 }] },
    { facet: 'FOLDER', values: [{ value: `${older.uuid}`, name: 'Old/Older', count: 1 }] },
  ];
  const app = await openApp(`/c/${corpus.uuid}?folder=${old.uuid}`, {
    query: {
      corpus: { ...corpus, documentCount: 3, folders: connection([old, older]) },
      documents: connection([lease]),
      search: ({ query }) => (query?.startsWith('zxqv') ? {} : { totalCount: 1, facets, documents: [law] }),
      answerQuestion: {},
    },
  });
  await screen.findByRole('link', { name: 'Lease of the mill' });
  expect(app.server.asked('documents').at(-1)).toMatchObject({ folderId: old.uuid, subfolders: false });
  await app.user.type(screen.getByLabelText('Search titles in “Old”'), 'rent');
  await expect.poll(() => app.server.asked('documents').at(-1)).toMatchObject({ folderId: old.uuid, subfolders: true, search: 'rent' });
  await app.user.click(screen.getByRole('tab', { name: 'Search' }));
  expect(await screen.findByText('In the folder “Old” and its subfolders.')).toBeTruthy();
  const field = screen.getByRole('searchbox', { name: 'Search in “Contracts”' });
  await fill(app, field, 'What does the tenant pay?{Enter}');
  await expect.poll(() => app.server.asked('search').at(-1)).toMatchObject({ query: 'What does the tenant pay?', corpusId: corpus.uuid, folderId: old.uuid });
  await app.user.click(screen.getByRole('button', { name: 'Search the whole corpus' }));
  await expect.poll(() => app.server.asked('search').at(-1)).toMatchObject({ corpusId: corpus.uuid, folderId: null });
  // The same facets as everywhere; the corpus is no filter.
  const filters = within(await screen.findByRole('group', { name: 'Filters' }));
  expect(filters.queryByText('Corpus')).toBeNull();
  await app.user.click(filters.getByRole('button', { name: /^Old\/Older/ }));
  expect(await screen.findByText('In the folder “Old/Older” and its subfolders.')).toBeTruthy();
  await fill(app, screen.getByRole('searchbox', { name: 'Search in “Contracts”' }), 'zxqv blorp{Enter}');
  await app.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => screen.queryByText(/In the folder/)).toBeNull();
});
