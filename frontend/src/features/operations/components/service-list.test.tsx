import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import type { Row } from '@/testing/rows';
import { ADA, type Answers } from '@/testing/server';

const PAGE = '/operations?tab=services';
const AGO = new Date(Date.now() - 60_000).toISOString();
const MODEL = 'Language model models.example.net';

const model = {
  name: 'llm models.example.net',
  kind: 'llm',
  target: 'models.example.net',
  state: 'OPEN',
  totalCalls: 120,
  failedCalls: 6,
  rejectedCalls: 14,
  reason: 'The language model does not answer.',
  secondsLeft: 21,
  lastFailureTime: AGO,
  lastStateChange: AGO,
} satisfies Row<'CircuitBreaker'>;
const tried = { ...model, name: 'embedder e.example.net', kind: 'embedder', target: 'e.example.net', state: 'HALF_OPEN', secondsLeft: 0 } satisfies Row<'CircuitBreaker'>;
const fine = { name: 'analyzer a.example.net 7', kind: 'analyzer', target: 'a.example.net', owner: '7', tenant: { name: 'ada' }, state: 'CLOSED', secondsLeft: 0 } satisfies Row<'CircuitBreaker'>;

/** The services as the server keeps them, for staff. */
function kept(...rows: Row<'CircuitBreaker'>[]): Answers & { user: typeof ADA } {
  let services = rows;
  const change = (name: string, to: Row<'CircuitBreaker'>) => {
    services = services.map((each) => (each.name === name ? { ...each, ...to } : each));
    return {};
  };
  return {
    user: { ...ADA, is_staff: true },
    query: { circuitBreakers: () => services, queueStages: [], workers: [], deadLetters: {}, storedFiles: {} },
    mutation: {
      resetCircuitBreaker: ({ input }) => change(input.name, { state: 'CLOSED', isSwitchedOff: false, secondsLeft: 0 }),
      openCircuitBreaker: ({ input }) => change(input.name, { state: 'OPEN', isSwitchedOff: true, reason: input.reason, secondsLeft: null }),
    },
  };
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

it('what needs a look comes first, in words; what answers is folded away', async () => {
  const { user } = await openApp(PAGE, kept(fine, tried, model));
  const [, ...rows] = (await screen.findAllByRole('row')).filter((each) => !each.closest('details')).map(({ textContent }) => textContent);
  expect(rows).toHaveLength(2);
  expect(document.querySelector('details')?.open).toBe(false);
  expect(rows[0]).toMatch(/^Language modelmodels\.example\.netGets no requests for 21 s1 minute ago6 of 12014The language model does not answer\./);
  expect(rows[1]).toMatch(/^Search modele\.example\.netBeing tried/);
  expect(screen.getByRole('tab', { name: /Other services/ }).textContent).toBe('Other services1');
  await user.click(screen.getByText('1 service answers'));
  const found = await row(/a\.example\.net · ada/);
  expect(found.getByText('Answers')).toBeTruthy();
  expect(found.queryByRole('button', { name: /Send requests again/ })).toBeNull();
});

it('a service is switched off with a reason, and gets requests again', async () => {
  const { user, server } = await openApp(PAGE, kept(model));
  await user.click((await row(/Language model/)).getByRole('button', { name: `Switch off: ${MODEL}` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Switch off: ${MODEL}` }));
  expect(dialog.getByRole('button', { name: 'Switch off' }).hasAttribute('disabled')).toBe(true);
  await user.keyboard('Maintenance.{Enter}');
  const off = await row(/Switched off/);
  expect(off.getByText('Maintenance.')).toBeTruthy();
  expect(off.queryByRole('button', { name: /^Switch off/ })).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
  off.getByRole('button', { name: `Send requests again: ${MODEL}` }).focus();
  await user.keyboard('{Enter}');
  expect(await (await row(/Answers/)).findByText('Answers')).toBeTruthy();
  expect(await screen.findByText(`Gets requests again: ${MODEL}`)).toBeTruthy();
  expect(document.activeElement).not.toBe(document.body);
  expect(server.sent('openCircuitBreaker')).toEqual([{ name: model.name, reason: 'Maintenance.' }]);
  expect(server.sent('resetCircuitBreaker')).toEqual([{ name: model.name }]);
});

it('without calls the page says so', async () => {
  await openApp(PAGE, kept());
  expect(await screen.findByText('No other service has been called within a day.')).toBeTruthy();
});
