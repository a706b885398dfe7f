import { describe, expect, it } from 'vitest';

import { placeChoices, recentChoices, resultChoices } from './choices';

const passage = { page: 3, start: 10, end: 20, tokensUrl: '/tokens', fragments: [{ text: 'rent', isMatch: true }] };

describe('the lines of the search dialog', () => {
  it('open a hit at its place', () => {
    const [hit] = resultChoices({ documents: [{ document: { uuid: 'd', title: 'Lease', pdfUrl: '/pdf' }, passages: [passage] }], corpora: [], labels: [], annotations: [] });
    expect(hit).toMatchObject({ text: 'Lease', detail: 'Page 3', target: { to: '/d/$uuid', params: { uuid: 'd' }, search: { page: 3, from: 10, to: 20 } } });
  });

  it('search for a label', () => {
    const labels = ['Rent', 'Notice period'].map((name) => ({ uuid: name, name, color: '#000000' }));
    const choices = resultChoices({ documents: [], corpora: [], labels, annotations: [] });
    expect(choices.map(({ target }) => target.search)).toEqual([{ q: 'label:Rent' }, { q: 'label:"Notice period"' }]);
  });

  it('go to a place by some of its words', () => {
    const places = [
      { text: 'Documents', to: '/' },
      { text: 'Bin', to: '/bin' },
    ];
    expect(placeChoices(places, 'bi').map(({ text }) => text)).toEqual(['Bin']);
    expect(placeChoices(places, '')).toHaveLength(2);
  });

  it('repeat a search', () => {
    expect(recentChoices(['rent']).map(({ target }) => target)).toEqual([{ to: '/search', search: { q: 'rent' } }]);
  });
});
