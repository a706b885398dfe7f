import { describe, expect, it } from 'vitest';

import { binSearch, corpusSearch, documentSearch, documentsSearch, jobsSearch, operationsSearch, signInSearch } from './search-params';

describe('deep links', () => {
  it.each([
    [{ page: 3, c: 'corpus', a: 'note', from: 0, to: 12 }, { page: 3, c: 'corpus', a: 'note', from: 0, to: 12 }],
    [{ find: 'rent', matchCase: true, regex: 'true', wholeWords: 'no' }, { find: 'rent', matchCase: true, regex: true }],
    [{ page: '7' }, { page: 7 }], // typed by hand
    [{ page: 0, from: -1, to: 1.5 }, {}], // not valid
    [{ page: 'last', a: {}, x: 1 }, {}],
  ])('into a document: %j', (raw, search) => {
    expect(documentSearch(raw)).toEqual(search);
  });

  it('into lists drop unknown parameters', () => {
    expect(documentsSearch({ q: 2024, state: 'READY' })).toEqual({ q: '2024', state: 'READY' });
    expect(documentsSearch({ q: '', state: 'LOST' })).toEqual({});
    expect(corpusSearch({ tab: 'search', q: 'late' })).toEqual({ tab: 'search', q: 'late' });
    expect(corpusSearch({ tab: 'secrets' })).toEqual({});
    expect(corpusSearch({ tab: 'actions', action: 'uuid', state: 'FAILED', show: 'x' })).toEqual({ tab: 'actions', action: 'uuid', state: 'FAILED' });
    expect(corpusSearch({ tab: 'extract', extract: 'uuid', show: 'unsure', down: true })).toEqual({ tab: 'extract', extract: 'uuid', show: 'unsure', down: true });
    expect(jobsSearch({ state: 'failed', job: 'uuid', page: 2 })).toEqual({ state: 'failed', job: 'uuid' });
    expect(operationsSearch({ tab: 'failures', since: 'day', reason: 'timeout' })).toEqual({ tab: 'failures', since: 'day', reason: 'timeout' });
    expect(binSearch({ kind: 'LABEL', page: 2 })).toEqual({ kind: 'LABEL' });
    expect([binSearch({ kind: 'lost' }), jobsSearch({ state: 'lost' }), operationsSearch({ tab: 'x', since: 'ever' })]).toEqual([{}, {}, {}]);
  });
});

describe('the page after signing in', () => {
  it.each([
    ['/d/1?page=3', { next: '/d/1?page=3' }],
    ['//evil.example', {}],
    ['/\\evil.example', {}],
    ['https://evil.example', {}],
    ['javascript:alert(1)', {}],
  ])('%s', (next, search) => {
    expect(signInSearch({ next })).toEqual(search);
  });
});
