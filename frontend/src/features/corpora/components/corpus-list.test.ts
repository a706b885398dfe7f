import { describe, expect, it } from 'vitest';

import type { CorpusRow } from '../api/list-corpora';
import { shownCorpora } from './corpus-list';

const corpus = (title: string, documentCount: number, description = ''): CorpusRow =>
  ({ title, documentCount, description, owner: { name: 'Lin Park', username: 'lin' } }) as CorpusRow;

const CORPORA = [corpus('Leases 10', 3), corpus('Leases 2', 7, 'Signed in **Berlin**'), corpus('Minutes', 5)];
const titles = (search: string, order?: 'title' | 'documents') => shownCorpora(CORPORA, search, order).map(({ title }) => title);

describe('shownCorpora', () => {
  it('finds words of the title, the description and the owner', () => {
    expect(titles('lease')).toEqual(['Leases 10', 'Leases 2']);
    expect(titles(' berlin  LEASES ')).toEqual(['Leases 2']);
    expect(titles('park')).toHaveLength(3);
    expect(titles('berlin minutes')).toEqual([]);
  });

  it('keeps the order of the server without another one', () => {
    expect(titles('')).toEqual(['Leases 10', 'Leases 2', 'Minutes']);
    expect(titles('', 'title')).toEqual(['Leases 2', 'Leases 10', 'Minutes']);
    expect(titles('', 'documents')).toEqual(['Leases 2', 'Minutes', 'Leases 10']);
  });
});
