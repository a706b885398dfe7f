import { describe, expect, it } from 'vitest';

import { UNFILED } from '@/features/corpora/model/unfiled';

import { withMoves } from './corpus-documents-edits';

const ROWS = [{ uuid: 'a' }, { uuid: 'b' }];
const toLeases = { documentIds: ['a'], to: { uuid: 'leases', name: 'Leases' } };
const out = { documentIds: ['a', 'b'], to: undefined };

describe('documents with moves that wait', () => {
  it.each([
    ['are all in the list of all folders', undefined, [toLeases], ['a', 'b']],
    ['leave the open folder', 'notices', [toLeases], ['b']],
    ['stay in the folder that they are moved to', 'leases', [toLeases], ['a', 'b']],
    ['are where the last move puts them', 'leases', [toLeases, out], []],
    ['leave all folders', UNFILED, [toLeases, out], ['a', 'b']],
  ])('%s', (_what, folder, moves, shown) => {
    expect(withMoves(ROWS, folder, moves).map(({ uuid }) => uuid)).toEqual(shown);
  });
});
