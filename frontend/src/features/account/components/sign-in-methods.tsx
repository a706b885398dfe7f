import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, Download, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { Form, HelpText } from '@/components/ui/form';
import { NameDialog } from '@/components/ui/name-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { SecretText } from '@/components/ui/secret-text';
import { Skeleton } from '@/components/ui/skeleton';
import { canUsePasskeys } from '@/features/session/api/passkey';
import type { SessionUser } from '@/features/session/api/session';
import { copyText } from '@/lib/clipboard';
import { fieldError, formError } from '@/lib/form-errors';
import { showToast } from '@/lib/toasts';

import { passkeysOptions, secondFactorOptions, useAddPasskey, useAddSecondFactor, useNewRecoveryCodes, useRemovePasskey, useRemoveSecondFactor, useRenamePasskey, useSetup, type Passkey, type SecondFactor, type Setup } from '../api/sign-in-methods';
import styles from './account.module.css';
import { Section } from './section';

const MAX_NAME_LENGTH = 100;

/** The last use of a way to sign in. */
function UsedTime({ used }: { used: string | null }) {
  if (!used) return t`never used`;
  return (
    <Trans>
      last used <RelativeTime iso={used} />
    </Trans>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { id, name, created, last_used: used, is_synced: isSynced } = passkey;
  const [asking, setAsking] = useState<'name' | 'removal'>();
  const rename = useRenamePasskey();
  const remove = useRemovePasskey();
  const close = () => setAsking(undefined);
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['name']}>{name}</p>
        <p className={styles['facts']}>
          <Trans>
            added <RelativeTime iso={created} />
          </Trans>
          {' · '}
          <UsedTime used={used} />
          {isSynced && <> · {t`on all your devices`}</>}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button size="small" aria-label={t`Rename ${name}`} onClick={() => setAsking('name')}>
          {t`Rename…`}
        </Button>
        <Button size="small" aria-label={t`Remove ${name}`} busy={remove.isPending} onClick={() => setAsking('removal')}>
          {t`Remove…`}
        </Button>
      </div>
      {asking === 'name' && (
        <NameDialog
          title={t`Rename “${name}”`}
          place={`passkey:${id}`}
          maxLength={MAX_NAME_LENGTH}
          confirm={t`Rename`}
          mutation={rename}
          inputFor={(text) => ({ id, name: text })}
          onClose={close}
        />
      )}
      <ConfirmDialog open={asking === 'removal'} onOpenChange={close} title={t`Remove “${name}”?`} confirm={t`Remove`} onConfirm={() => remove.mutate(passkey)}>
        {t`You can no longer sign in with it. Without another passkey or an authenticator app, your recovery codes end, and your password alone signs in.`}
      </ConfirmDialog>
    </li>
  );
}

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${t`Recovery codes for Cartulary`}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: url, download: 'cartulary-recovery-codes.txt' }).click();
  URL.revokeObjectURL(url);
}

/** New recovery codes, which are shown once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = () =>
    void copyText(codes.join('\n')).then(
      () => showToast({ text: t`Recovery codes copied.` }),
      () => showToast({ text: t`The browser blocked copying. Select the codes and copy them.`, tone: 'danger' }),
    );
  return (
    <div className={styles['dialog']}>
      <ul className={styles['codes']} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <HelpText>{t`With your password, each of them signs you in once, for when you have lost your app or your passkey. They won’t be shown again. Keep them where others cannot read them.`}</HelpText>
      <DialogActions>
        <Button icon={<Copy />} onClick={copy}>
          {t`Copy`}
        </Button>
        <Button icon={<Download />} onClick={() => download(codes)}>
          {t`Download`}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t`I have saved them`}
        </Button>
      </DialogActions>
    </div>
  );
}

const QUIET_ZONE = 4;

function QrCode({ rows }: { rows: readonly string[] }) {
  const size = rows.length + 2 * QUIET_ZONE;
  const dark = rows.map((row, y) => Array.from(row.matchAll(/1+/g), ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('')).join('');
  return (
    <svg className={styles['qr']} viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={t`QR code with the key below`}>
      {/* in all themes: scanners need dark on light */}
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="white" />
      <path d={dark} fill="black" />
    </svg>
  );
}

interface AppFormProps {
  setup: Setup;
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
}

function AppForm({ setup, onAdded, onClose }: AppFormProps) {
  const [code, setCode] = useState('');
  const add = useAddSecondFactor();
  return (
    <div className={styles['dialog']}>
      <Form
        label={t`Set up a second factor`}
        onSubmit={() => add.mutate({ secret: setup.secret, code }, { onSuccess: ({ recovery_codes: codes }) => onAdded(codes) })}
        error={formError(add.error, ['code'])}
        actions={
          <DialogActions>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" variant="primary" busy={add.isPending}>
              {t`Turn on`}
            </Button>
          </DialogActions>
        }
      >
        <HelpText>{t`Scan this code with an authenticator app. If you cannot scan it, enter the key.`}</HelpText>
        <QrCode rows={setup.qr_code} />
        <SecretText>{setup.secret.replace(/.{4}(?=.)/g, '$& ')}</SecretText>
        <Field
          label={t`Code that the app shows`}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={64}
          value={code}
          error={fieldError(add.error, 'code')}
          onChange={({ target }) => setCode(target.value)}
        />
      </Form>
    </div>
  );
}

interface SecondFactorDialogProps {
  /** of a second factor that is set up; without it, new recovery codes are shown */
  setup?: Setup;
  codes?: readonly string[];
  onClose: () => void;
}

/** Sets up a second factor, and shows its recovery codes. */
function SecondFactorDialog({ setup, codes: renewed, onClose }: SecondFactorDialogProps) {
  const [added, setAdded] = useState<readonly string[]>();
  const codes = renewed ?? added;
  const finish = (made: readonly string[]) => (made.length > 0 ? setAdded(made) : onClose());
  return (
    <Dialog open persistent={codes !== undefined} onOpenChange={(open) => open || onClose()} title={codes ? t`Save your recovery codes` : t`Set up a second factor`}>
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
      {!codes && setup && <AppForm setup={setup} onAdded={finish} onClose={onClose} />}
    </Dialog>
  );
}

/** The passkeys of the user: add, rename, remove. */
export function PasskeySection() {
  const { data: passkeys, error, refetch } = useQuery(passkeysOptions);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const add = useAddPasskey();
  const isPossible = canUsePasskeys();
  return (
    <Section
      wide
      title={t`Passkeys`}
      about={
        isPossible
          ? t`Sign in with the face, fingerprint or PIN of a device, without your password. Once you have a passkey, your password needs a second factor, too.`
          : t`Sign in with the face, fingerprint or PIN of a device. This needs a newer browser, or a Cartulary with a host name and HTTPS.`
      }
      action={
        isPossible ? (
          <Button busy={add.isPending} onClick={() => add.mutate(undefined, { onSuccess: ({ recovery_codes: made }) => setCodes(made) })}>
            {t`Add a passkey…`}
          </Button>
        ) : (
          // the address that `make run` prints: this computer needs no HTTPS, but a name
          location.hostname === '127.0.0.1' && <a href={location.href.replace('127.0.0.1', 'localhost')}>{t`Open Cartulary as localhost`}</a>
        )
      }
    >
      {error && <ErrorNotice title={t`Your passkeys could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!passkeys && !error && <Skeleton height={56} />}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles['list']} aria-label={t`Passkeys`}>
          {passkeys.map((each) => (
            <PasskeyItem key={each.id} passkey={each} />
          ))}
        </ul>
      )}
      {codes.length > 0 && <SecondFactorDialog codes={codes} onClose={() => setCodes([])} />}
    </Section>
  );
}

const FEW_CODES = 2;

interface OnProps {
  factor: SecondFactor & { since: string };
  onCodes: (codes: readonly string[]) => void;
}

function On({ factor, onCodes }: OnProps) {
  const { data: passkeys = [] } = useQuery(passkeysOptions);
  const [asking, setAsking] = useState<'codes' | 'remove'>();
  const hasPasskeys = passkeys.length > 0;
  const renew = useNewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const { since, last_used: used, recovery_codes: left } = factor;
  const renewCodes = () => renew.mutate(undefined, { onSuccess: ({ recovery_codes: codes }) => onCodes(codes) });
  return (
    <div className={styles['item']}>
      <div>
        <p className={styles['name']}>
          {factor.app ? t`Authenticator app` : t`Recovery codes`}{' '}
          {left <= FEW_CODES && <Badge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>{plural(left, { one: '# recovery code left', other: '# recovery codes left' })}</Badge>}
        </p>
        <p className={styles['facts']}>
          <Trans>
            since <RelativeTime iso={since} />
          </Trans>
          {' · '}
          <UsedTime used={used} />
          {left > FEW_CODES && <> · {plural(left, { one: '# recovery code left', other: '# recovery codes left' })}</>}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button size="small" busy={renew.isPending} onClick={() => setAsking('codes')}>
          {t`New recovery codes…`}
        </Button>
        {(factor.app || !hasPasskeys) && (
          <Button size="small" busy={remove.isPending} onClick={() => setAsking('remove')}>
            {hasPasskeys ? t`Remove…` : t`Turn off…`}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'codes'}
        onOpenChange={() => setAsking(undefined)}
        title={t`Make new recovery codes?`}
        confirm={t`Make new codes`}
        danger={false}
        onConfirm={renewCodes}
      >
        {t`The recovery codes that you have now end.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={() => setAsking(undefined)}
        title={hasPasskeys ? t`Remove your authenticator app?` : t`Turn off your second factor?`}
        confirm={hasPasskeys ? t`Remove` : t`Turn off`}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => showToast({ text: hasPasskeys ? t`Authenticator app removed.` : t`Second factor turned off.` }) })}
      >
        {hasPasskeys
          ? t`Your passkeys and recovery codes stay.`
          : t`Anyone who knows your password can then sign in with it alone. Your recovery codes end.`}
      </ConfirmDialog>
    </div>
  );
}

/** The second factor of the user: set up, new recovery codes, turn off. */
export function SecondFactorSection({ user }: { user: SessionUser }) {
  const { data: factor, error, refetch } = useQuery(secondFactorOptions);
  const begin = useSetup();
  const [shown, setShown] = useState<{ setup: Setup } | { codes: readonly string[] }>();
  const since = factor?.since;
  return (
    <Section
      wide
      title={t`Second factor`}
      about={t`Besides your password, a sign-in needs a code of an app on your phone or computer. Who learns your password cannot sign in with it alone.`}
      action={
        factor?.app === false && (
          <Button busy={begin.isPending} onClick={() => begin.mutate(undefined, { onSuccess: (setup) => setShown({ setup }) })}>
            {t`Set up…`}
          </Button>
        )
      }
    >
      {error && <ErrorNotice title={t`Your second factor could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!factor && !error && <Skeleton height={56} />}
      {user.needs_second_factor && (
        <p role="status">
          <Badge tone="warning" icon={<ShieldCheck aria-hidden="true" />}>
            {t`Administrators need one here`}
          </Badge>{' '}
          {t`Until you have set it up, you cannot use what is for administrators.`}
        </p>
      )}
      {factor && since && <On factor={{ ...factor, since }} onCodes={(codes) => setShown({ codes })} />}
      {shown && <SecondFactorDialog {...shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}
