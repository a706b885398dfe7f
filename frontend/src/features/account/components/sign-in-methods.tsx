import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { NameDialog } from '@/components/ui/name-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import { canUsePasskeys } from '@/features/session/api/passkey';
import type { SessionUser } from '@/features/session/api/session';
import { showToast } from '@/lib/toasts';

import { passkeysOptions, secondFactorOptions, useAddPasskey, useNewRecoveryCodes, useRemovePasskey, useRemoveSecondFactor, useRenamePasskey, useSetup, type Passkey, type SecondFactor, type Setup } from '../api/sign-in-methods';
import styles from './account.module.css';
import { SecondFactorDialog } from './second-factor-dialog';
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
