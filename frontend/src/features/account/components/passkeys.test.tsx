import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { openApp } from '@/testing/app';
import { ADA, refusal, type Answers } from '@/testing/server';

import type { Passkey } from '../api/sign-in-methods';

const SECURITY = '/account?tab=security';
const LAPTOP: Passkey = { id: '7', name: 'Laptop', created: new Date().toISOString(), last_used: null, is_synced: true };
const CODES = ['k7qd-m2xr', '9bwt-4hzp'];

/** Let the browser have passkeys, and answer each request of the page in the same way. */
function giveBrowser(answer: () => Promise<Credential>) {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (json: unknown) => json, parseRequestOptionsFromJSON: (json: unknown) => json });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: answer, get: answer } });
}
const signed = () => Promise.resolve({ toJSON: () => ({ id: 'c1' }) } as unknown as Credential);
const refuse = (name: string) => () => Promise.reject(new DOMException('', name));

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

/** A server that keeps the passkeys of a user, and what was sent to it. */
function keptPasskeys(first: readonly Passkey[], codes: readonly string[] = CODES) {
  const sent: unknown[] = [];
  let kept = [...first];
  const rest: Answers['rest'] = {
    'GET /api/v1/auth/sessions': () => ({ results: [] }),
    'GET /api/v1/auth/secrets': () => ({ results: [], total: 0 }),
    'GET /api/v1/auth/second-factor': () => ({ since: null, app: false, last_used: null, recovery_codes: 0 }),
    'GET /api/v1/auth/passkeys': () => ({ results: kept }),
    'POST /api/v1/auth/passkeys/setup': () => ({ options: { challenge: 'x' } }),
    'POST /api/v1/auth/passkeys': ({ body }) => {
      sent.push(body);
      kept = [...kept, LAPTOP];
      return { passkey: LAPTOP, recovery_codes: codes };
    },
    'PATCH /api/v1/auth/passkeys/7': ({ body }) => {
      sent.push(body);
      kept = [{ ...LAPTOP, ...(body as { name: string }) }];
      return kept[0];
    },
    'DELETE /api/v1/auth/passkeys/7': () => {
      sent.push('remove');
      kept = [];
    },
  };
  return { answers: { rest }, sent };
}

const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }));

it('a passkey is added, and the first one comes with recovery codes', async () => {
  giveBrowser(signed);
  const { answers, sent } = keptPasskeys([]);
  const { user } = await openApp(SECURITY, answers);
  await user.click(await (await section()).findByRole('button', { name: 'Add a passkey…' }));
  const saved = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  expect(saved.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
  await user.click(saved.getByRole('button', { name: 'I have saved them' }));
  expect(await (await section()).findByText(/on all your devices/)).toBeTruthy();
  expect(sent).toEqual([{ credential: { id: 'c1' }, name: expect.any(String) as string }]);
});

it.each([
  ['NotAllowedError', 'The browser returned no passkey. Try again.'],
  ['InvalidStateError', 'This device has a passkey of an account here already.'],
])('says why none was added after %s', async (name, text) => {
  giveBrowser(refuse(name));
  const { answers, sent } = keptPasskeys([]);
  const { user } = await openApp(SECURITY, answers);
  await user.click(await (await section()).findByRole('button', { name: 'Add a passkey…' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(sent).toEqual([]);
});

it('a passkey is renamed, and removed after a question', async () => {
  const { answers, sent } = keptPasskeys([LAPTOP]);
  const { user } = await openApp(SECURITY, answers);
  await user.click(await (await section()).findByRole('button', { name: 'Rename Laptop' }));
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Phone{Enter}');
  await user.click(await (await section()).findByRole('button', { name: 'Remove Phone' }));
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Remove “Phone”?' })).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Passkey “Phone” removed.')).toBeTruthy();
  expect(sent).toEqual([{ name: 'Phone' }, 'remove']);
});

it('a browser without passkeys offers none, and says what is missing', async () => {
  const { answers } = keptPasskeys([]);
  await openApp(SECURITY, answers);
  expect(await (await section()).findByText(/needs a newer browser/)).toBeTruthy();
  expect((await section()).queryByRole('button', { name: 'Add a passkey…' })).toBeNull();
});

it('the sign-in takes a passkey in place of the password', async () => {
  giveBrowser(signed);
  const sent: unknown[] = [];
  const { user, server, address } = await openApp('/login', {
    user: null,
    rest: {
      'GET /api/v1/auth/registration': () => ({ mode: 'closed', providers: [] }),
      'POST /api/v1/auth/session/passkey/challenge': () => ({ options: { challenge: 'x' } }),
      'POST /api/v1/auth/session/passkey': ({ body }) => {
        sent.push(body);
        if (sent.length === 1) return refusal(403, 'passkey_refused', 'This passkey was not accepted.');
        server.user = ADA;
        return { user: ADA, bin_days: 30, token_days: 365, flower_url: '' };
      },
    },
  });
  const button = await screen.findByRole('button', { name: 'Use a passkey' });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.');
  await user.click(button);
  await vi.waitFor(() => expect(address()).not.toContain('/login'));
  expect(sent).toEqual([{ credential: { id: 'c1' } }, { credential: { id: 'c1' } }]);
});
