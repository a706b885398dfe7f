import { describe, expect, it } from 'vitest';

import type { CellEdit } from '../api/cell-edits';
import type { Cell, CellChange, GridRow } from './cell';
import { failuresByCell, withEdits } from './edited-cells';

const source = { start: 4, end: 9, page: 1, quote: '1,250' };

const cell = (id: string, more: Partial<Cell> = {}): Cell => ({
  id,
  column: `column-${id}`,
  status: 'found',
  text: '1,250',
  problem: '',
  sources: [source],
  confidence: 0.9,
  engine: 'reader',
  review: 'unreviewed',
  reviewer: null,
  has_conflict: false,
  is_outdated: false,
  version: '1',
  ...more,
});

const row = (...cells: Cell[]): GridRow => ({ id: 'row', document: 'd', title: 'Lease', state: 'done', code: '', message: '', is_outdated: false, cells: new Map(cells.map((each) => [each.column, each])) });

const edit = (cellId: string, change: CellChange): CellEdit => ({ type: 'cell', group: 'g', target: `cell:${cellId}`, extractId: 'e', cellId, name: 'Rent, Lease', change, version: '1' });

const shown = (one: Cell, waiting: readonly CellEdit[], failures: ReadonlyMap<string, string> = new Map()) => withEdits(row(one), waiting, failures).cells.get(one.column);

describe('cells with edits', () => {
  it('show the last of several edits that wait', () => {
    expect(shown(cell('a'), [edit('a', { review: 'approved' }), edit('a', { text: '900' })])).toMatchObject({ text: '900', review: 'edited', pending: true, version: '1' });
    expect(shown(cell('a'), [edit('a', { text: '900' }), edit('a', { review: 'unreviewed' })])).toMatchObject({ text: '900', review: 'unreviewed' });
  });

  it('have no value, or no source, as the change says', () => {
    expect(shown(cell('a'), [edit('a', { text: '' })])).toMatchObject({ text: '', status: 'not_found' });
    expect(shown(cell('a', { sources: [] }), [edit('a', { text: '900' })])).toMatchObject({ status: 'unproven' });
    expect(shown(cell('a', { sources: [] }), [edit('a', { text: '900', sources: [source] })])).toMatchObject({ status: 'found' });
  });

  it('have the stored value and the error after an edit was rejected', () => {
    const failures = failuresByCell([{ edit: edit('a', { text: '900' }), message: 'Not allowed.' }, { edit: { type: 'texts', group: 'h' }, message: 'Other.' }]);
    const rejected = shown(cell('a'), [], failures);
    expect(rejected).toMatchObject({ text: '1,250', review: 'unreviewed', failure: 'Not allowed.' });
    expect(rejected?.pending).toBeUndefined();
  });

  it('leave rows without edits as they are', () => {
    const other = row(cell('b'));
    expect(withEdits(other, [edit('a', { review: 'approved' })], new Map())).toBe(other);
  });
});
