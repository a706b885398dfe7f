import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { NameDialog } from '@/components/ui/name-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import { canUsePasskeys } from '@/features/session/api/passkey';

import { passkeysOptions, useAddPasskey, useRemovePasskey, useRenamePasskey, type Passkey } from '../api/passkeys';
import styles from './account.module.css';
import { SecondFactorDialog } from './second-factor-dialog';
import { Section } from './section';
import { UsedTime } from './used-time';

const MAX_NAME_LENGTH = 100;

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
