import { expect, it } from 'vitest';

import type { TodoItem } from '../api/todo';
import { rowAbout, rowTitle, targetOf } from './rows';

const item = (kind: TodoItem['kind'], count = 2): TodoItem => ({ kind, count, corpus: 'c', corpusTitle: 'Leases', extract: kind === 'CELLS' ? 'x' : null, extractName: kind === 'CELLS' ? 'Terms' : '', creator: null });

it.each([
  ['MENTIONS', '2 unread mentions', { to: '/notifications' }],
  ['FAILED_DOCUMENTS', '2 documents that failed', { to: '/', search: { scope: 'MINE', state: 'FAILED' } }],
  ['PROPOSALS', '2 proposals to review', { to: '/ask', search: { proposed: 'PENDING' } }],
  ['OBLIGATIONS', '2 obligations that are due', { search: { tab: 'obligations', done: 'no' } }],
  ['SUGGESTIONS', '2 suggestions to review', { search: { tab: 'annotations', review: 'PENDING' } }],
  ['POSITIONS', '2 positions to check', { search: { tab: 'annotations', placement: 'TO_CHECK' } }],
  ['CELLS', '2 values to review', { to: '/c/$uuid', params: { uuid: 'c' }, search: { tab: 'extract', extract: 'x', show: 'review' } }],
] as const)('%s: its row opens the list that has it', (kind, title, target) => {
  expect(rowTitle(item(kind))).toBe(title);
  expect(targetOf(item(kind))).toMatchObject(target);
});

it('annotators check the positions of their own annotations', () => {
  expect(targetOf({ ...item('POSITIONS'), creator: 'u' })).toMatchObject({ search: { placement: 'TO_CHECK', creator: 'u' } });
});

it('rows say where something waits, and until when', () => {
  expect(rowAbout(item('SUGGESTIONS'), '2026-12-04')).toBe('Leases');
  expect(rowAbout(item('CELLS'), '2026-12-04')).toBe('Leases · Terms');
  expect(rowAbout(item('OBLIGATIONS'), '2026-12-04')).toBe('Leases · until Dec 4, 2026');
});

it('a single suggestion is named in the singular', () => {
  expect(rowTitle(item('SUGGESTIONS', 1))).toBe('1 suggestion to review');
});
