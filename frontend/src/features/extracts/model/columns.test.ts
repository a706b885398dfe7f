import { expect, it } from 'vitest';

import { columnProblem, draftOf, edited, freeName, newColumn } from './columns';

it('a column is sent with what its type needs', () => {
  const law = { ...newColumn(), name: ' Law ', question: 'Which law?', type: 'enum', detail: 'German, Swiss,' };
  expect(draftOf(law)).toEqual({ name: 'Law', question: 'Which law?', type: 'enum', choices: ['German', 'Swiss'] });
  expect(draftOf({ ...law, type: 'list', items: null, detail: '' })).toEqual({ name: 'Law', question: 'Which law?', type: 'list', items: 'string' });
  expect(draftOf(edited({ id: 'x', name: 'A', question: '?', type: 'string', choices: ['left'] }))).toEqual({ id: 'x', name: 'A', question: '?', type: 'string' });
});

it('problems are found before anything is sent', () => {
  expect(columnProblem(newColumn())).toBe('Enter a name.');
  expect(columnProblem({ ...newColumn(), name: 'A', question: '?', type: 'enum' })).toBe('Enter the choices, separated by commas.');
  expect(columnProblem({ ...newColumn(), name: 'A', question: '?', type: 'object', detail: '[1]' })).toBe('This is not a JSON object.');
  expect(columnProblem({ ...newColumn(), name: 'A', question: '?', type: 'object', detail: '{"type": "object"}' })).toBe('');
});

it('a name that is taken gets a number', () => {
  expect(freeName('Leases', ['Leases', 'Leases (2)'])).toBe('Leases (3)');
});
