import { plural, t } from '@lingui/core/macro';
import { Bot, KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { IconButton } from '@/components/ui/icon-button';
import { NameDialog } from '@/components/ui/name-dialog';
import { TEAMS, type Team } from '@/features/sharing/api/teams';
import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { scopesFor } from '../model/scopes';
import { usedText } from '../model/secrets';
import styles from './account.module.css';
import { PagedList } from './paged-list';
import { TokenList } from './token-list';

// Service accounts of a team; for its admins.

const PATH = '/api/v1/service-accounts';

interface ServiceAccount {
  id: string;
  username: string;
  name: string;
  is_active: boolean;
  tokens: { count: number; last_used: string | null };
}

const keyOf = (team: string) => [...TEAMS, team, 'service-accounts'];

/** The path of the tokens of an account. */
const tokensPath = (account: string) => `${PATH}/${account}/tokens`;

const useServiceAccounts = (team: string) => useRestPages<ServiceAccount>(keyOf(team), `/api/v1/teams/${team}/service-accounts`);

const useCreateServiceAccount = (team: string) =>
  useInvalidatingMutation({
    mutationFn: (name: string) => sendJson<ServiceAccount>(`/api/v1/teams/${team}/service-accounts`, 'POST', { name }),
    onError: ignoreError,
  });

const useSetActive = () =>
  useInvalidatingMutation({
    mutationFn: ({ id, is_active }: { id: string; is_active: boolean }) => sendJson<ServiceAccount>(`${PATH}/${id}`, 'PATCH', { is_active }),
  });

/** Delete an account. What it owns becomes the user's. */
const useDeleteServiceAccount = () =>
  useInvalidatingMutation({
    mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'),
  });

const MAX_NAME = 100;

interface ItemProps {
  account: ServiceAccount;
  onTokens: () => void;
  onDelete: () => void;
}

function AccountItem({ account, onTokens, onDelete }: ItemProps) {
  const setActive = useSetActive();
  const { id, name, is_active, tokens } = account;
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['name']}>{name}</p>
        <p className={styles['facts']}>
          {[...(is_active ? [] : [t`Disabled`]), plural(tokens.count, { one: '# token', other: '# tokens' }), usedText(tokens.last_used)].join(' · ')}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button size="small" icon={<KeyRound aria-hidden="true" />} aria-label={t`Tokens of ${name}`} onClick={onTokens}>
          {t`Tokens`}
        </Button>
        <Button
          size="small"
          busy={setActive.isPending}
          aria-label={is_active ? t`Disable ${name}` : t`Enable ${name}`}
          onClick={() => setActive.mutate({ id, is_active: !is_active })}
        >
          {is_active ? t`Disable` : t`Enable`}
        </Button>
        <IconButton label={t`Delete ${name}`} icon={<Trash2 />} onClick={onDelete} />
      </div>
    </li>
  );
}

type Open = { kind: 'new' } | { kind: 'tokens' | 'delete'; account: ServiceAccount } | null;

/** The service accounts of a team, for its admins. */
export function ServiceAccounts({ team }: { team: Team }) {
  const [open, setOpen] = useState<Open>(null);
  const list = useServiceAccounts(team.id);
  const create = useCreateServiceAccount(team.id);
  const remove = useDeleteServiceAccount();
  const close = () => setOpen(null);
  const empty = <p className="muted">{t`Programs of the team, which act through API tokens. They see what is shared with the team.`}</p>;
  return (
    <div className={styles['accounts']}>
      <header className={styles['head']}>
        <h3>
          <Bot aria-hidden="true" /> {t`Service accounts`}
        </h3>
        <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => setOpen({ kind: 'new' })}>
          {t`New service account`}
        </Button>
      </header>
      <PagedList label={t`Service accounts of ${team.name}`} errorTitle={t`The service accounts could not be loaded`} list={list} empty={empty}>
        {(account) => (
          <AccountItem
            key={account.id}
            account={account}
            onTokens={() => setOpen({ kind: 'tokens', account })}
            onDelete={() => setOpen({ kind: 'delete', account })}
          />
        )}
      </PagedList>
      {open?.kind === 'new' && (
        <NameDialog
          title={t`New service account`}
          place={`new-service-account:${team.id}`}
          description={t`A program of the team, such as a nightly import. It cannot sign in.`}
          maxLength={MAX_NAME}
          confirm={t`Create service account`}
          mutation={create}
          inputFor={(name) => name}
          onClose={close}
        />
      )}
      {open?.kind === 'tokens' && (
        <Dialog open onOpenChange={close} title={t`Tokens of “${open.account.name}”`}>
          <div className={styles['dialog']}>
            <TokenList offered={scopesFor()} path={tokensPath(open.account.id)} />
          </div>
        </Dialog>
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        onOpenChange={close}
        title={t`Delete “${open?.kind === 'delete' ? open.account.name : ''}”?`}
        confirm={t`Delete service account`}
        onConfirm={() => open?.kind === 'delete' && remove.mutate(open.account.id)}
      >
        {t`Its tokens stop working immediately. What it owns becomes yours, and is shared with the team.`}
      </ConfirmDialog>
    </div>
  );
}
