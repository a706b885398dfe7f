import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { ADA, refusal, type Answers } from '@/testing/server';

import type { SecondFactor } from '../api/sign-in-methods';

const SECURITY = '/account?tab=security';
const OFF: SecondFactor = { since: null, app: false, last_used: null, recovery_codes: 0 };
const ON: SecondFactor = { since: new Date(Date.now() - 172_800_000).toISOString(), app: true, last_used: null, recovery_codes: 10 };
const CODES = ['k7qd-m2xr', '9bwt-4hzp'];
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A server that keeps the second factor of a user, and what was sent to it. */
function keptFactor(first: SecondFactor, rest: Answers['rest'] = {}) {
  const sent: unknown[] = [];
  let factor = first;
  const answers: Answers = {
    rest: {
      'GET /api/v1/auth/sessions': () => ({ results: [] }),
      'GET /api/v1/auth/secrets': () => ({ results: [], total: 0 }),
      'GET /api/v1/auth/passkeys': () => ({ results: [] }),
      'GET /api/v1/auth/second-factor': () => factor,
      'POST /api/v1/auth/second-factor/setup': () => ({ secret: SECRET, url: 'otpauth://totp/x', qr_code: ['110', '001', '111'] }),
      'POST /api/v1/auth/second-factor': ({ body }) => {
        sent.push(body);
        if ((body as { code: string }).code !== '123456') return refusal(403, 'wrong_code', 'The code is wrong or was used already.', { field: 'code' });
        factor = ON;
        return { recovery_codes: CODES };
      },
      'POST /api/v1/auth/second-factor/recovery-codes': () => {
        sent.push('codes');
        return { recovery_codes: CODES };
      },
      'DELETE /api/v1/auth/second-factor': () => {
        sent.push('remove');
        factor = OFF;
      },
      ...rest,
    },
  };
  return { answers, sent };
}

const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }));
const press = async (user: Awaited<ReturnType<typeof openApp>>['user'], name: string) => user.click(await (await section()).findByRole('button', { name }));

it('is set up with a code of the app, and the recovery codes are shown once', async () => {
  const { answers, sent } = keptFactor(OFF);
  const { user } = await openApp(SECURITY, answers);
  await press(user, 'Set up…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up a second factor' }));
  expect(dialog.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
  const picture = dialog.getByRole('img', { name: 'QR code with the key below' });
  expect([picture.getAttribute('viewBox'), picture.querySelector('path')?.getAttribute('d')]).toEqual(['-4 -4 11 11', 'M0 0h2v1h-2zM2 1h1v1h-1zM0 2h3v1h-3z']);
  expect(document.activeElement).toBe(dialog.getByLabelText('Code that the app shows'));
  await user.keyboard('000000{Enter}');
  const message = await screen.findByText('The code is wrong or was used already.');
  expect(dialog.getByLabelText('Code that the app shows').getAttribute('aria-describedby')).toBe(message.id);
  await user.clear(dialog.getByLabelText('Code that the app shows'));
  await user.keyboard('123456{Enter}');
  const saved = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  expect(saved.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
  await user.keyboard('{Escape}');
  await user.click(saved.getByRole('button', { name: 'I have saved them' }));
  expect(await (await section()).findByText(/never used · 10 recovery codes left/)).toBeTruthy();
  expect(sent).toEqual([
    { secret: SECRET, code: '000000' },
    { secret: SECRET, code: '123456' },
  ]);
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
});

it('new recovery codes are made after a question', async () => {
  const { answers, sent } = keptFactor({ ...ON, recovery_codes: 2 });
  const { user } = await openApp(SECURITY, answers);
  expect(await (await section()).findByText('2 recovery codes left')).toBeTruthy();
  await press(user, 'New recovery codes…');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await press(user, 'New recovery codes…');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }));
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeTruthy();
  expect(sent).toEqual(['codes']);
});

it('is turned off after a question', async () => {
  const { answers, sent } = keptFactor(ON);
  const { user } = await openApp(SECURITY, answers);
  await press(user, 'Turn off…');
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Turn off your second factor?' })).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Second factor turned off.')).toBeTruthy();
  expect(await (await section()).findByRole('button', { name: 'Set up…' })).toBeTruthy();
  expect(sent).toEqual(['remove']);
});

it('administrators see that they need one, until they have it', async () => {
  const { answers } = keptFactor(OFF);
  const { user } = await openApp(SECURITY, { ...answers, user: { ...ADA, is_staff: true, needs_second_factor: true } });
  expect(await (await section()).findByText('Administrators need one here')).toBeTruthy();
  await press(user, 'Set up…');
  await screen.findByRole('dialog', { name: 'Set up a second factor' });
  await user.keyboard('123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(screen.queryByText('Administrators need one here')).toBeNull());
});

it('an error of the list is shown, and tried again', async () => {
  let fails = true;
  const { answers } = keptFactor(OFF, { 'GET /api/v1/auth/second-factor': () => (fails ? refusal(400, 'invalid', 'No.') : OFF) });
  const { user } = await openApp(SECURITY, answers);
  await (await section()).findByText('Your second factor could not be loaded');
  fails = false;
  await press(user, 'Try again');
  expect(await (await section()).findByRole('button', { name: 'Set up…' })).toBeTruthy();
});

it('the sign-in asks for the code, with the password that was entered', async () => {
  const sent: unknown[] = [];
  const { user, server, address } = await openApp('/login', {
    user: null,
    rest: {
      'GET /api/v1/auth/registration': () => ({ mode: 'closed', providers: [] }),
      'POST /api/v1/auth/session': ({ body }) => {
        sent.push(body);
        const { code } = body as { code?: string };
        if (code === undefined) return refusal(403, 'second_factor_needed', 'Enter the code.');
        if (code !== '123456') return refusal(403, 'wrong_code', 'The code is wrong or was used already.', { field: 'code' });
        server.user = ADA;
        return { user: ADA, bin_days: 30, token_days: 365, flower_url: '' };
      },
    },
  });
  const enter = async () => {
    await user.type(await screen.findByLabelText('User name or e-mail'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    const field = await screen.findByLabelText<HTMLInputElement>('Code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('alert')).toBeNull();
    return field;
  };
  await enter();
  await user.click(screen.getByRole('button', { name: 'Use another account' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
  const field = await enter();
  await user.keyboard('000000{Enter}');
  const message = await screen.findByText('The code is wrong or was used already.');
  expect(field.getAttribute('aria-describedby')).toBe(message.id);
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]));
  await user.keyboard('123456{Enter}');
  await waitFor(() => expect(address()).not.toContain('/login'));
  const credentials = { username: 'ada', password: 'correct horse' };
  expect(sent).toEqual([credentials, credentials, { ...credentials, code: '000000' }, { ...credentials, code: '123456' }]);
});
