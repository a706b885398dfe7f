import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { withConfirmation } from '@/lib/confirmation';
import { ApiError } from '@/lib/errors';
import { openApp } from '@/testing/app';
import { ADA, refusal, type Answers } from '@/testing/server';

const PROVIDERS = [
  { name: 'Mill SSO', url: '/accounts/oidc/oidc/login/' },
  { name: 'University', url: '/accounts/saml/saml/login/' },
];
const TOKENS = '/account?tab=tokens';
const TITLE = 'Confirm that it is you';
const needed = () => refusal(403, 'confirmation_needed', 'Confirm your password first.');

/** A server that makes tokens once the password is confirmed, and what was sent to it. */
function keptSession({ confirmed = false } = {}) {
  const sent: string[] = [];
  let isConfirmed = confirmed;
  const rest: Answers['rest'] = {
    'GET /api/v1/tokens': () => ({ results: [] }),
    'GET /api/v1/service-accounts': () => ({ results: [] }),
    'GET /api/v1/auth/registration': () => ({ mode: 'open', providers: PROVIDERS }),
    'POST /api/v1/tokens': ({ body }) => {
      sent.push(`token ${(body as { name: string }).name}`);
      return isConfirmed ? { id: 'id', name: 'Nightly', token: 'cty_secret' } : needed();
    },
    'POST /api/v1/auth/confirm': ({ body }) => {
      const { current_password } = body as { current_password: string };
      sent.push(`confirm ${current_password}`);
      if (current_password !== 'correct horse') return refusal(403, 'wrong_password', '', { field: 'current_password' });
      isConfirmed = true;
    },
  };
  return { rest, sent };
}

async function createToken(user: Awaited<ReturnType<typeof openApp>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.type(await screen.findByLabelText('Name'), 'Nightly');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  return within(await screen.findByRole('dialog', { name: TITLE }));
}

it('the password is asked for, and then what was wanted is done', async () => {
  const { rest, sent } = keptSession();
  const { user } = await openApp(TOKENS, { rest });
  const dialog = await createToken(user);
  expect(document.activeElement).toBe(dialog.getByLabelText('Confirm with your password'));
  await user.keyboard('correct horse{Enter}');
  expect(await screen.findByText('cty_secret')).toBeTruthy();
  expect(sent).toEqual(['token Nightly', 'confirm correct horse', 'token Nightly']);
  expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
});

it('a wrong password is shown at its field; without the password, the form keeps what was entered', async () => {
  const { rest, sent } = keptSession();
  const { user } = await openApp(TOKENS, { rest });
  const dialog = await createToken(user);
  await user.keyboard('wrong{Enter}');
  const message = await screen.findByText('Current password is incorrect.');
  expect(dialog.getByLabelText('Confirm with your password').getAttribute('aria-describedby')).toBe(message.id);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const form = within(await screen.findByRole('dialog', { name: 'New API token' }));
  expect((await form.findByRole('alert')).textContent).toBe('Confirm your password first.');
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Nightly');
  expect(sent).toEqual(['token Nightly', 'confirm wrong']);
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('dialog', { name: TITLE })).toBeTruthy();
});

it('users without a password sign in again with their provider, and return', async () => {
  const { rest } = keptSession();
  const { user } = await openApp(TOKENS, { rest, user: { ...ADA, has_password: false } });
  const dialog = await createToken(user);
  expect(dialog.queryByLabelText('Confirm with your password')).toBeNull();
  await dialog.findAllByRole('button', { name: /^Continue with/ });
  for (const { name, url } of PROVIDERS) {
    const { form } = dialog.getByRole<HTMLButtonElement>('button', { name: `Continue with ${name}` });
    expect([form?.getAttribute('action'), form && new FormData(form).get('next')]).toEqual([url, TOKENS]);
  }
});

it('requests at the same time are asked about once', async () => {
  const { rest, sent } = keptSession();
  const { user } = await openApp(TOKENS, { rest });
  await screen.findByRole('button', { name: 'New token' });
  const refused = new Set<number>();
  const request = async (index: number) => {
    if (refused.has(index)) return index;
    refused.add(index);
    throw new ApiError({ code: 'confirmation_needed', message: '' }, 403);
  };
  const both = Promise.all([withConfirmation(() => request(1)), withConfirmation(() => request(2))]);
  const dialogs = await screen.findAllByRole('dialog', { name: TITLE });
  expect(dialogs).toHaveLength(1);
  await user.keyboard('correct horse{Enter}');
  expect(await both).toEqual([1, 2]);
  expect(sent).toEqual(['confirm correct horse']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('another error is not asked about', async () => {
  await expect(withConfirmation(() => Promise.reject(new ApiError({ code: 'not_allowed', message: '' }, 403)))).rejects.toThrow(ApiError);
});
