import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { SessionUser } from '@/features/session/api/session';
import { formError } from '@/lib/form-errors';
import { formatNumber } from '@/lib/format';
import { exactTime } from '@/lib/time';

import { secretsOptions, useEndAccess, useEndSecret, type LastingSecret } from '../api/secrets';
import { endingText, expiryText, secretKindText, secretName, usedText } from '../model/secrets';
import styles from './account.module.css';
import { PasswordConfirmation } from './password-confirmation';
import { Section } from './section';

/** Ends all secrets and all other sessions of the user. */
function EndAccessDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const end = useEndAccess();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`End all access?`}
      description={t`All API tokens, share links, calendar addresses and signing secrets end, and you are signed out everywhere but here. This cannot be undone.`}
    >
      <DialogBody>
        <Form
          label={t`End all access`}
          onSubmit={() => end.mutate(hasPassword ? { current_password: password } : {}, { onSuccess: onClose })}
          error={formError(end.error, hasPassword ? ['current_password'] : [])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="danger" busy={end.isPending}>
                {t`End all access`}
              </Button>
            </DialogActions>
          }
        >
          {hasPassword && <PasswordConfirmation value={password} error={end.error} onChange={setPassword} />}
        </Form>
      </DialogBody>
    </Dialog>
  );
}

/** The title, which leads to what the secret opens. */
function SecretTitle({ title, document, corpus }: LastingSecret) {
  const name = secretName(title);
  if (document) {
    return (
      <Link to="/d/$uuid" params={{ uuid: document }}>
        {name}
      </Link>
    );
  }
  if (corpus) {
    return (
      <Link to="/c/$uuid" params={{ uuid: corpus }}>
        {name}
      </Link>
    );
  }
  return name;
}

function SecretItem({ secret, busy, onRevoke }: { secret: LastingSecret; busy: boolean; onRevoke: () => void }) {
  const { title, created, last_used: used, expires } = secret;
  const kind = secretKindText(secret.kind);
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['name']}>
          <SecretTitle {...secret} />
        </p>
        <p className={styles['facts']}>
          {kind} · {t`created ${exactTime(created)}`} · {usedText(used)} · {expiryText(expires)}
        </p>
      </div>
      <Button size="small" busy={busy} aria-label={t`Revoke ${`${kind}: ${secretName(title)}`}`} onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </li>
  );
}

function Secrets({ results, total }: { results: readonly LastingSecret[]; total: number }) {
  const [revoking, setRevoking] = useState<LastingSecret>();
  const end = useEndSecret();
  return (
    <>
      <ul className={styles['list']} aria-label={t`Access without signing in`}>
        {results.map((secret) => (
          <SecretItem key={secret.id} secret={secret} busy={end.isPending && end.variables === secret.id} onRevoke={() => setRevoking(secret)} />
        ))}
      </ul>
      {total > results.length && <p className={styles['about']}>{t`Only the newest ${formatNumber(results.length)} of ${formatNumber(total)} are shown.`}</p>}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={t`Revoke “${revoking ? secretName(revoking.title) : ''}”?`}
        confirm={t`Revoke`}
        onConfirm={() => revoking && end.mutate(revoking.id)}
      >
        {revoking && endingText(revoking.kind)}
      </ConfirmDialog>
    </>
  );
}

/** The secrets of the user, each of which can be ended, and a button that ends all access. */
export function SecretList({ user }: { user: SessionUser }) {
  const [ending, setEnding] = useState(false);
  const { data: secrets, error, refetch } = useQuery(secretsOptions);
  return (
    <Section
      wide
      title={t`Access without signing in`}
      about={t`API tokens, share links, calendar addresses and signing secrets stay valid until they end here, expire, or you reset your password.`}
      action={<Button onClick={() => setEnding(true)}>{t`End all access…`}</Button>}
    >
      {error && <ErrorNotice title={t`This list could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!secrets && !error && <Skeleton height={56} />}
      {secrets?.total === 0 && (
        <Notice icon={<KeyRound />} title={t`Nothing gives access without signing in`}>
          {t`API tokens, links and addresses that you create are listed here.`}
        </Notice>
      )}
      {secrets && secrets.total > 0 && <Secrets {...secrets} />}
      {ending && <EndAccessDialog hasPassword={user.has_password} onClose={() => setEnding(false)} />}
    </Section>
  );
}
