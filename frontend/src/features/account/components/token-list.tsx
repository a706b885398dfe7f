import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { teamsOptions } from '@/features/sharing/api/teams';

import { OWN_TOKENS, useRevokeToken, useTokens, type ApiToken } from '../api/tokens';
import { isLimited, limitsText } from '../model/limits';
import { scopesText, type SCOPES } from '../model/scopes';
import { endingText, expiryText, usedText } from '../model/secrets';
import styles from './account.module.css';
import { NewTokenDialog } from './new-token-dialog';
import { PagedList } from './paged-list';
import { Section } from './section';

/** The limits of a token, once their names are known. */
function LimitsText({ token }: { token: ApiToken }) {
  const corpora = useQuery(corporaOptions());
  const teams = useQuery(teamsOptions);
  if (!corpora.data || !teams.data) return null;
  const names = new Map([...corpora.data.map(({ uuid, title }) => [uuid, title] as const), ...teams.data.map(({ id, name }) => [id, name] as const)]);
  return <> · {limitsText(token, names)}</>;
}

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['name']}>{token.name}</p>
        <p className={styles['facts']}>
          <code>{token.start}…</code> · {scopesText(token.scopes)} · {usedText(token.last_used)} · {expiryText(token.expires, token.is_expired)}
          {isLimited(token) && <LimitsText token={token} />}
        </p>
      </div>
      <Button size="small" aria-label={t`Revoke ${token.name}`} onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </li>
  );
}

/** API tokens: the own ones, or with a `path` those of a service account. */
export function TokenList({ offered, path = OWN_TOKENS }: { offered: typeof SCOPES; path?: string }) {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  const list = useTokens(path);
  const revoke = useRevokeToken(path);
  const create = (
    <Button icon={<Plus />} onClick={() => setCreating(true)}>
      {t`New token`}
    </Button>
  );
  const empty = (
    <Notice icon={<KeyRound />} title={t`No API tokens`}>
      {t`A token gives a script or integration access to your account, limited to the permissions you choose.`}
    </Notice>
  );
  return (
    <Section wide title={t`API tokens`} about={t`For scripts and integrations.`} action={create}>
      <PagedList label={t`API tokens`} errorTitle={t`Your tokens could not be loaded`} list={list} empty={empty}>
        {(token) => <TokenItem key={token.id} token={token} onRevoke={() => setRevoking(token)} />}
      </PagedList>
      {creating && <NewTokenDialog offered={offered} path={path} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={t`Revoke “${revoking?.name ?? ''}”?`}
        confirm={t`Revoke token`}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        {endingText('api_token')}
      </ConfirmDialog>
    </Section>
  );
}
