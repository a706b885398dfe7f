import { describe, expect, it, vi } from 'vitest';

import { commandChoices, fuzzyScore, placeChoices, recentChoices, resultChoices, searchTarget } from './choices';

const passage = { page: 3, start: 10, end: 20, tokensUrl: '/tokens', fragments: [{ text: 'rent', isMatch: true }] };

describe('the lines of the search dialog', () => {
  it('open a hit at its place', () => {
    const [hit] = resultChoices({ documents: [{ document: { uuid: 'd', title: 'Lease', pdfUrl: '/pdf' }, passages: [passage] }], corpora: [], labels: [], annotations: [] });
    expect(hit).toMatchObject({ text: 'Lease', detail: 'Page 3', action: { to: '/d/$uuid', params: { uuid: 'd' }, search: { page: 3, from: 10, to: 20 } } });
  });

  it('search for a label', () => {
    const labels = ['Rent', 'Notice period'].map((name) => ({ uuid: name, name, color: '#000000' }));
    const choices = resultChoices({ documents: [], corpora: [], labels, annotations: [] });
    expect(choices.map(({ action }) => action)).toEqual(['label:Rent', 'label:"Notice period"'].map((text) => searchTarget(text)));
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
    expect(recentChoices(['rent']).map(({ action }) => action)).toEqual([{ to: '/search', search: { q: 'rent' } }]);
  });

  it('are the commands that match, the best first, with their keys', () => {
    const run = vi.fn();
    const commands = [
      { name: 'view.fit-width', text: 'Fit width', keys: 'w', run },
      { name: 'wipe', text: 'Wide paper', run },
      { name: 'print', text: 'Print', run },
    ];
    const choices = commandChoices(commands, 'wid');
    expect(choices.map(({ text, keys }) => [text, keys])).toEqual([['Fit width', 'w'], ['Wide paper', undefined]]);
    expect(choices[0]?.action).toBe(run);
    expect(commandChoices(commands, 'w')).toHaveLength(2);
    expect(commandChoices(commands, '')).toHaveLength(3);
  });
});

describe('what was typed', () => {
  it.each([
    ['fit', 'Fit width'],
    ['fw', 'Fit width'],
    ['width fit', 'Fit width'],
    ['rotcl', 'Rotate clockwise'],
    ['drkppr', 'Dark paper, in the dark theme'],
    ['ubersicht', 'Übersicht der Seiten'],
    ['', 'Print'],
  ])('%s matches %s', (typed, text) => {
    expect(fuzzyScore(typed, text)).not.toBeNull();
  });

  it.each([
    ['idth', 'Fit width'], // not from the start of a word
    ['fwx', 'Fit width'],
    ['fit page', 'Fit width'],
    ['rent of the tenant', 'Rotate anticlockwise'],
  ])('%s does not match %s', (typed, text) => {
    expect(fuzzyScore(typed, text)).toBeNull();
  });

  it('matches words that are typed in whole best', () => {
    const [whole, parts] = ['Print', 'Previous page in the next text'].map((text) => fuzzyScore('print', text) ?? -1);
    expect(whole).toBeGreaterThan(parts ?? 0);
  });
});
