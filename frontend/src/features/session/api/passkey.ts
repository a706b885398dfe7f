// The sign-in with a passkey (WebAuthn).
import { t } from '@lingui/core/macro';

import { ApiError } from '@/lib/errors';
import { sendJson } from '@/lib/http';

import { applySession, type Session, type SessionUser } from './session';

const PATH = '/api/v1/auth/session/passkey';
const IP_ADDRESS = /^[\d.]+$|:/;

export interface Options<Json> {
  options: Json;
}

/** Check whether the browser has passkeys for this page: they need HTTPS (or this computer) and a host with a name. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential && !IP_ADDRESS.test(location.hostname);

/** Ask the browser, and return what the server needs; an error with the code `passkey_cancelled` if the user has changed their mind. */
export async function askBrowser(request: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await request) as PublicKeyCredential).toJSON() as unknown;
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    if (isKnown) throw new ApiError({ code: 'passkey_exists', message: t`This device has a passkey of an account here already.` });
    throw new ApiError({ code: 'passkey_cancelled', message: t`The browser returned no passkey. Try again.` });
  }
}

export async function signInWithPasskey(): Promise<SessionUser | null> {
  const { options } = await sendJson<Options<PublicKeyCredentialRequestOptionsJSON>>(`${PATH}/challenge`, 'POST', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await askBrowser(navigator.credentials.get({ publicKey }));
  return applySession(await sendJson<Session>(PATH, 'POST', { credential }));
}
