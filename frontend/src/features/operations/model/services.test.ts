import { expect, it } from 'vitest';

import { serviceHealth, sortServices, withoutRequests } from './services';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const facts = { state: 'CLOSED', isSwitchedOff: false, lastFailureTime: null } as const;

it.each([
  [facts, 'fine'],
  [{ ...facts, lastFailureTime: '2026-11-20T11:01:00Z' }, 'failing'],
  [{ ...facts, lastFailureTime: '2026-11-20T10:59:00Z' }, 'fine'], // long ago
  [{ ...facts, state: 'HALF_OPEN', lastFailureTime: '2026-11-20T11:59:00Z' }, 'tried'],
  [{ ...facts, state: 'OPEN' }, 'resting'],
  [{ ...facts, state: 'OPEN', isSwitchedOff: true }, 'off'],
] as const)('a service with %j is %s', (service, health) => {
  expect(serviceHealth(service, NOW)).toBe(health);
});

it('those without requests come first, and those that just answer are apart, in the order of the server', () => {
  const rows = [
    { ...facts, name: 'a' },
    { ...facts, name: 'b', lastFailureTime: '2026-11-20T11:59:00Z' },
    { ...facts, name: 'c', state: 'HALF_OPEN' },
    { ...facts, name: 'd', state: 'OPEN' },
    { ...facts, name: 'e', state: 'OPEN', isSwitchedOff: true },
    { ...facts, name: 'f' },
    { ...facts, name: 'g', state: 'OPEN' },
  ] as const;
  const { shown, fine } = sortServices(rows, NOW);
  expect(shown.map(({ name }) => name)).toEqual(['e', 'd', 'g', 'c', 'b']);
  expect(fine.map(({ name }) => name)).toEqual(['a', 'f']);
  expect(withoutRequests(rows)).toBe(3);
});
