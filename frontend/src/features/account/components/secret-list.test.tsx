import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { ADA, refusal, type Answers } from '@/testing/server';

import type { LastingSecret } from '../api/secrets';

const SECURITY = '/account?tab=security';
const DAY_MS = 86_400_000;
const TITLE = 'Access without signing in';
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const secret = (change: Partial<LastingSecret>): LastingSecret => ({
  id: 'id',
  kind: 'api_token',
  title: 'Nightly upload',
  document: null,
  corpus: null,
  token: null,
  created: daysAgo(9),
  last_used: null,
  expires: null,
  ...change,
});
const token = secret({ id: 'token', last_used: daysAgo(2), expires: daysAgo(1) });
const link = secret({ id: 'link', kind: 'share_link', title: 'Lease', document: '01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a' });
const calendar = secret({ id: 'calendar', kind: 'calendar_address', title: 'Contracts', corpus: '01990c6e-0a11-7c22-8d33-1f2e3d4c5b6b' });
const hidden = secret({ id: 'hidden', kind: 'signing_secret', title: '' });

/** The secrets as the server keeps them, and what was sent to end them. */
function keptSecrets(kept: LastingSecret[], { total = 0, rest = {} }: { total?: number; rest?: Answers['rest'] } = {}) {
  const ended: unknown[] = [];
  let results = kept;
  const end = (id: string) => {
    ended.push(id);
    results = results.filter((each) => each.id !== id);
  };
  const answers: Answers = {
    rest: {
      'GET /api/v1/auth/sessions': () => ({ results: [] }),
      'GET /api/v1/auth/passkeys': () => ({ results: [] }),
      'GET /api/v1/auth/second-factor': () => ({ since: null, app: false, last_used: null, recovery_codes: 0 }),
      'GET /api/v1/auth/secrets': () => ({ results, total: Math.max(total, results.length) }),
      ...Object.fromEntries(kept.map(({ id }) => [`DELETE /api/v1/auth/secrets/${id}`, () => end(id)])),
      'POST /api/v1/auth/end-access': ({ body }) => {
        ended.push(body);
        results = [];
      },
      ...rest,
    },
  };
  return { answers, ended };
}

const wrong = () => refusal(400, 'wrong_password', '', { field: 'current_password' });
const section = async () => within(await screen.findByRole('region', { name: TITLE }));
const rows = async () => (await (await section()).findAllByRole('listitem')).map(({ textContent }) => textContent);

it('each row has its kind, its last use and its expiry, and leads to what it opens', async () => {
  await openApp(SECURITY, keptSecrets([token, link, calendar, hidden]).answers);
  const texts = await rows();
  expect(texts).toEqual([
    expect.stringMatching(/^Nightly uploadAPI token · created .+ · last used 2 days ago · expired yesterday/),
    expect.stringMatching(/^LeaseShare link · created .+ · never used · never expires/),
    expect.stringContaining('ContractsCalendar address'),
    expect.stringContaining('Something you can no longer seeSigning secret'),
  ]);
  const links = (await section()).getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')]);
  expect(links).toEqual([
    ['Lease', `/d/${link.document}`],
    ['Contracts', `/c/${calendar.corpus}`],
  ]);
  expect((await section()).queryByText(/^Only the newest/)).toBeNull();
});

it('says how many are not shown', async () => {
  await openApp(SECURITY, keptSecrets([token], { total: 1_200 }).answers);
  expect(await (await section()).findByText('Only the newest 1 of 1,200 are shown.')).toBeTruthy();
});

it('says that there are none', async () => {
  await openApp(SECURITY, keptSecrets([]).answers);
  expect(await (await section()).findByRole('heading', { name: 'Nothing gives access without signing in' })).toBeTruthy();
  expect((await section()).queryByRole('list')).toBeNull();
});

it('an error of the list is shown, and the list is loaded again', async () => {
  let fails = true;
  const { answers } = keptSecrets([token], {
    rest: { 'GET /api/v1/auth/secrets': () => (fails ? refusal(500, 'internal_error') : { results: [token], total: 1 }) },
  });
  const { user } = await openApp(SECURITY, answers);
  const retry = await (await section()).findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(retry);
  expect(await rows()).toHaveLength(1);
});

it('a secret ends after a confirmation that says what happens', async () => {
  const { answers, ended } = keptSecrets([token, link]);
  const { user } = await openApp(SECURITY, answers);
  const revoke = async () => user.click(await (await section()).findByRole('button', { name: 'Revoke Share link: Lease' }));
  await revoke();
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke “Lease”?' }));
  expect(dialog.getByText(/^Everyone who uses this link loses access immediately\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(ended).toEqual([]);
  await revoke();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(async () => expect(await rows()).toEqual([expect.stringContaining('Nightly upload')]));
  expect(ended).toEqual(['link']);
});

it('all access ends with the password', async () => {
  const { answers, ended } = keptSecrets([token, link]);
  const { user } = await openApp(SECURITY, answers);
  await user.click(await screen.findByRole('button', { name: 'End all access…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End all access?' }));
  const field = dialog.getByLabelText('Confirm with your password');
  expect(document.activeElement).toBe(field);
  await user.keyboard('correct horse{Enter}');
  expect(await screen.findByText('All access ended.')).toBeTruthy();
  expect(ended).toEqual([{ current_password: 'correct horse' }]);
  expect(await (await section()).findByText('Nothing gives access without signing in')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a wrong password is shown at its field, and nothing closes', async () => {
  const { user } = await openApp(SECURITY, keptSecrets([token], { rest: { 'POST /api/v1/auth/end-access': wrong } }).answers);
  await user.click(await screen.findByRole('button', { name: 'End all access…' }));
  await user.type(await screen.findByLabelText('Confirm with your password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'End all access' }));
  const message = await screen.findByText('Current password is incorrect.');
  const field = within(screen.getByRole('dialog')).getByLabelText('Confirm with your password');
  expect(field.getAttribute('aria-describedby')).toBe(message.id);
  expect(screen.queryByText('All access ended.')).toBeNull();
});

it('users without a password are not asked for one', async () => {
  const { answers, ended } = keptSecrets([token]);
  const { user } = await openApp(SECURITY, { ...answers, user: { ...ADA, has_password: false } });
  await user.click(await screen.findByRole('button', { name: 'End all access…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText('Confirm with your password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'End all access' }));
  expect(await screen.findByText('All access ended.')).toBeTruthy();
  expect(ended).toEqual([{}]);
});

it('a new password ends other access if that is chosen', async () => {
  const sent: unknown[] = [];
  let results = [token];
  const { answers } = keptSecrets([], {
    rest: {
      'GET /api/v1/auth/secrets': () => ({ results, total: results.length }),
      'POST /api/v1/auth/password/change': ({ body }) => {
        sent.push(body);
        results = [];
      },
    },
  });
  const { user } = await openApp(SECURITY, answers);
  expect(await rows()).toHaveLength(1);
  await user.type(screen.getByLabelText('Current password'), 'correct horse');
  await user.type(screen.getByLabelText('New password'), 'cobol-1959-rear');
  await user.click(screen.getByRole('checkbox', { name: /^End all other access, too: API tokens, share links/ }));
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await (await section()).findByText('Nothing gives access without signing in')).toBeTruthy();
  expect(sent).toEqual([{ current_password: 'correct horse', new_password: 'cobol-1959-rear', revoke_api_tokens: true }]);
});
