import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Form, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { sessionOptions, type SessionUser } from '@/features/session/api/session';
import { clearSent } from '@/lib/clear-sent';
import { withConfirmation } from '@/lib/confirmation';
import { fieldError, formError } from '@/lib/form-errors';
import { sendJson } from '@/lib/http';
import { LANGUAGES, setLanguage } from '@/lib/language';
import { setTimeZone } from '@/lib/time';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { ACCESS } from '../api/secrets';
import styles from './account.module.css';
import { PasswordConfirmation } from './password-confirmation';
import { Section } from './section';

const EMPTY = { current_password: '', new_password: '', revoke_api_tokens: false };

// Profile and password. The profile is part of the session query, so that a change shows everywhere at once.

const AUTH = '/api/v1/auth';

interface ProfileChange {
  name?: string;
  time_zone?: string;
  language?: string;
  email?: string;
  current_password?: string;
}

function useChangeProfile(message: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => withConfirmation(() => sendJson<SessionUser>(`${AUTH}/me`, 'PATCH', change)),
    onSuccess: (user) => {
      setTimeZone(user.time_zone);
      queryClient.setQueryData(sessionOptions.queryKey, user);
      showToast({ text: message });
    },
  });
}

function useSendConfirmation() {
  return useMutation({
    mutationFn: () => sendJson<void>(`${AUTH}/email/send`, 'POST', {}),
    onSuccess: () => showToast({ text: t`Confirmation e-mail sent again.` }),
  });
}

interface PasswordChange {
  current_password: string;
  new_password: string;
  revoke_api_tokens: boolean;
}

function useChangePassword() {
  return useInvalidatingMutation({
    mutationFn: (change: PasswordChange) => sendJson<void>(`${AUTH}/password/change`, 'POST', change),
    affected: ACCESS,
    onSuccess: () => showToast({ text: t`Password changed. You have been signed out on all other devices.` }),
    onError: ignoreError,
  });
}

const signOutEverywhere = () => sendJson<void>(`${AUTH}/logout-all`, 'POST', {});

export function PasswordForm({ user, onSignedOut }: { user: SessionUser; onSignedOut: () => void }) {
  const [fields, setFields] = useState(EMPTY);
  const change = useChangePassword();
  const signOutAll = useMutation({ mutationFn: signOutEverywhere, onSuccess: onSignedOut });
  const field = (name: 'current_password' | 'new_password') => ({
    type: 'password',
    required: true,
    value: fields[name],
    error: fieldError(change.error, name),
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  });
  const label = t`End all other access, too`;
  const about = t`API tokens, share links, calendar addresses and signing secrets end; programs that use them stop working until you give them new ones.`;
  return (
    <Section title={t`Password and sessions`}>
      <Form
        label={t`Password`}
        onSubmit={() => change.mutate(fields, { onSuccess: () => setFields((now) => (now === fields ? EMPTY : now)) })}
        error={formError(change.error, ['current_password', 'new_password'])}
        actions={
          <div className={styles['actions']}>
            <Button type="submit" busy={change.isPending} disabled={!user.has_password}>
              {t`Change password`}
            </Button>
            <Button variant="quiet" busy={signOutAll.isPending} onClick={() => signOutAll.mutate()}>
              {t`Sign out everywhere`}
            </Button>
          </div>
        }
      >
        {user.has_password ? (
          <>
            <Field label={t`Current password`} autoComplete="current-password" {...field('current_password')} />
            <Field label={t`New password`} autoComplete="new-password" minLength={8} {...field('new_password')} />
            <div className={styles['scope']}>
              <Checkbox
                label={t`${label}: ${about}`}
                checked={fields.revoke_api_tokens}
                onChange={(revoke_api_tokens) => setFields({ ...fields, revoke_api_tokens })}
              />
              <div aria-hidden="true">
                {label} <span>{about}</span>
              </div>
            </div>
          </>
        ) : (
          <p className={styles['about']}>{t`You sign in through your provider. To set a password here, use “Forgot your password?” on the sign-in page.`}</p>
        )}
      </Form>
    </Section>
  );
}

function statusText({ email, email_confirmed, pending_email }: SessionUser): string {
  const unconfirmed = pending_email || (email_confirmed ? '' : email);
  if (unconfirmed) return t`We sent an e-mail to ${unconfirmed}. Click the link in it to confirm your address.`;
  return email ? t`Confirmed.` : t`Add an e-mail so you can reset your password.`;
}

export function EmailForm({ user }: { user: SessionUser }) {
  const [email, setEmail] = useState(user.pending_email || user.email);
  const [password, setPassword] = useState('');
  const change = useChangeProfile(t`Confirmation e-mail sent.`);
  const resend = useSendConfirmation();
  const isUnconfirmed = user.pending_email !== '' || (user.email !== '' && !user.email_confirmed);
  return (
    <Section title={t`E-mail`} about={statusText(user)}>
      <Form
        label={t`E-mail`}
        onSubmit={() => change.mutate({ email, current_password: password }, { onSuccess: () => setPassword(clearSent(password)) })}
        error={formError(change.error, ['email', 'current_password'])}
        actions={
          <div className={styles['actions']}>
            <Button type="submit" busy={change.isPending}>
              {t`Change e-mail`}
            </Button>
            {isUnconfirmed && (
              <Button variant="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
                {t`Send it again`}
              </Button>
            )}
          </div>
        }
      >
        <Field
          label={t`E-mail address`}
          type="email"
          autoComplete="email"
          required
          value={email}
          error={fieldError(change.error, 'email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        {user.has_password && <PasswordConfirmation value={password} error={change.error} onChange={setPassword} />}
      </Form>
    </Section>
  );
}

/** The language of the account. A change replaces a choice made in this browser, and loads the page again. */
function LanguageSelect({ user }: { user: SessionUser }) {
  const change = useChangeProfile(t`Profile saved.`);
  const choose = (language: string) => change.mutate({ language }, { onSuccess: () => setLanguage(null) });
  return (
    <Labelled label={t`Language`}>
      <Select label={t`Language`} value={change.variables?.language ?? user.language} onChange={({ target }) => choose(target.value)}>
        <option value="">{t`Same as browser`}</option>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <option key={language} value={language}>
            {name}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

const ZONES = Intl.supportedValuesOf('timeZone');
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Add the current value to the choices if the browser does not know it. */
const withCurrent = (choices: readonly string[], current: string) => (current === '' || choices.includes(current) ? choices : [current, ...choices]);

export function ProfileForm({ user }: { user: SessionUser }) {
  const [profile, setProfile] = useState({ name: user.name, time_zone: user.time_zone });
  const change = useChangeProfile(t`Profile saved.`);
  return (
    <Section title={t`Profile`} about={t`User name: ${user.username}`}>
      <Form
        label={t`Profile`}
        onSubmit={() => change.mutate(profile)}
        error={formError(change.error, ['name'])}
        actions={
          <div>
            <Button type="submit" variant="primary" busy={change.isPending}>
              {t`Save`}
            </Button>
          </div>
        }
      >
        <Field
          label={t`Name`}
          autoComplete="name"
          maxLength={150}
          value={profile.name}
          error={fieldError(change.error, 'name')}
          onChange={({ target }) => setProfile({ ...profile, name: target.value })}
        />
        <Labelled label={t`Time zone`}>
          <Select label={t`Time zone`} value={profile.time_zone} onChange={({ target }) => setProfile({ ...profile, time_zone: target.value })}>
            <option value="">{t`Same as browser (${BROWSER_ZONE})`}</option>
            {withCurrent(ZONES, profile.time_zone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Labelled>
      </Form>
      <LanguageSelect user={user} />
    </Section>
  );
}
