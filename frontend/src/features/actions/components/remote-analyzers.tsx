import { t } from '@lingui/core/macro';
import { KeyRound, MoreHorizontal, Server, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { quoted } from '@/lib/format';

import type { RemoteAnalyzer } from '../api/actions';
import { newSecret, useEnableAnalyzer, useRemoveAnalyzer, useReplaceSecret, useTryAnalyzer } from '../api/remote-analyzers';
import styles from './actions-panel.module.css';
import { EnabledSwitch } from './enabled-switch';
import { SecretDialog } from './secret-dialog';
import { TrialResult } from './trial-result';

interface ItemProps {
  analyzer: RemoteAnalyzer;
  corpusId: string;
  mayShare: boolean;
}

function Item({ analyzer, corpusId, mayShare }: ItemProps) {
  const { uuid, name, address, enabled } = analyzer;
  const [asking, setAsking] = useState<'replace' | 'remove'>();
  const [secret, setSecret] = useState<string>();
  const enable = useEnableAnalyzer(corpusId);
  const remove = useRemoveAnalyzer(corpusId);
  const replace = useReplaceSecret(corpusId);
  const test = useTryAnalyzer();
  const close = (open: boolean) => open || setAsking(undefined);
  const replaceSecret = () => {
    const created = newSecret();
    replace.mutate({ uuid, secret: created }, { onSuccess: () => setSecret(created) });
  };
  return (
    <li className={styles['item']} data-disabled={!enabled || undefined}>
      <span className={styles['icon']} aria-hidden="true">
        <Server />
      </span>
      <div className={styles['about']}>
        <h3>{name}</h3>
        <p className={styles['when']}>{address}</p>
        {test.data && <TrialResult trial={test.data} />}
      </div>
      {mayShare && (
        <div className={styles['buttons']}>
          <EnabledSwitch label={t`${name} is on`} checked={enabled} busy={enable.isPending} onChange={(next) => enable.mutate({ uuid, enabled: next })} />
          <Button size="small" disabled={!enabled} busy={test.isPending} aria-label={t`Test ${name}`} onClick={() => test.mutate(uuid)}>
            {t`Test`}
          </Button>
          <Menu trigger={<IconButton label={t`More for ${name}`} icon={<MoreHorizontal />} />}>
            <MenuItem icon={<KeyRound />} onSelect={() => setAsking('replace')}>
              {t`Replace secret…`}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => setAsking('remove')}>
              {t`Remove…`}
            </MenuItem>
          </Menu>
        </div>
      )}
      <ConfirmDialog
        open={asking === 'replace'}
        onOpenChange={close}
        title={t`Replace the secret of ${quoted(name)}?`}
        confirm={t`Replace secret`}
        onConfirm={replaceSecret}
      >
        {t`Results that are signed with the present secret are no longer accepted, also those of runs that wait for them.`}
      </ConfirmDialog>
      {secret && <SecretDialog analyzer={analyzer} secret={secret} onClose={() => setSecret(undefined)} />}
      <ConfirmDialog open={asking === 'remove'} onOpenChange={close} title={t`Remove ${quoted(name)}?`} confirm={t`Remove analyzer`} onConfirm={() => remove.mutate(analyzer)}>
        {t`No more documents are sent to it, and results that it has not sent yet are not accepted. Its earlier results are kept.`}
      </ConfirmDialog>
    </li>
  );
}

interface RemoteAnalyzersProps extends Omit<ItemProps, 'analyzer'> {
  analyzers: readonly RemoteAnalyzer[];
}

/** The analyzers of a corpus on other servers. */
export function RemoteAnalyzers({ analyzers, ...props }: RemoteAnalyzersProps) {
  return (
    <section aria-labelledby="remote-analyzers-title">
      <header className={styles['head']}>
        <h2 id="remote-analyzers-title">{t`Remote analyzers`}</h2>
      </header>
      <ul className={styles['list']} aria-labelledby="remote-analyzers-title">
        {analyzers.map((analyzer) => (
          <Item key={analyzer.uuid} analyzer={analyzer} {...props} />
        ))}
      </ul>
    </section>
  );
}
