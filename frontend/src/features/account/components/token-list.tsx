import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { exactTime, relativeTime } from '@/lib/time';

import { useRevokeToken, useTokens, type ApiToken } from '../api/tokens';
import { scopeWords } from '../model/scopes';
import styles from './account.module.css';
import { NewTokenDialog } from './new-token-dialog';
import { Section } from './section';

function ending({ expires }: ApiToken): string {
  if (expires === null) return 'has no end';
  return Date.parse(expires) <= Date.now() ? `ended ${relativeTime(expires)}` : `ends ${exactTime(expires)}`;
}

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const used = token.last_used ? `last used ${relativeTime(token.last_used)}` : 'never used';
  return (
    <li className={styles['token']}>
      <div>
        <p className={styles['name']}>{token.name}</p>
        <p className={styles['facts']}>
          <code>{token.start}…</code> · {scopeWords(token.scopes)} · {used} · {ending(token)}
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function Tokens({ onRevoke }: { onRevoke: (token: ApiToken) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTokens();
  if (error) return <ErrorNotice title="Your tokens could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} />;
  const tokens = data.pages.flatMap((page) => page.results);
  if (tokens.length === 0) {
    return (
      <Notice icon={<KeyRound />} title="No API tokens">
        A token lets a program work for you, within the limits that you choose.
      </Notice>
    );
  }
  return (
    <>
      <ul className={styles['tokens']} aria-label="API tokens">
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} onRevoke={() => onRevoke(token)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

export function TokenList({ isStaff }: { isStaff: boolean }) {
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  const revoke = useRevokeToken();
  const make = (
    <Button icon={<Plus />} onClick={() => setIsMaking(true)}>
      New token
    </Button>
  );
  return (
    <Section wide title="API tokens" about="For programs that work for you." action={make}>
      <Tokens onRevoke={setRevoking} />
      {isMaking && <NewTokenDialog isStaff={isStaff} onClose={() => setIsMaking(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={`Revoke “${revoking?.name ?? ''}”?`}
        confirm="Revoke it"
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        Programs that use it are refused from now on. This cannot be undone.
      </ConfirmDialog>
    </Section>
  );
}
