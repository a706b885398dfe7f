import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Copy, KeyRound, MoreHorizontal, Server, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, HelpText } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { SecretText } from '@/components/ui/secret-text';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { copyText } from '@/lib/clipboard';
import { fieldError, formError } from '@/lib/form-errors';
import { quoted } from '@/lib/format';
import { request } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';

import type { RemoteAnalyzer } from '../api/actions';
import { newSecret, useAddAnalyzer, useEnableAnalyzer, useRemoveAnalyzer, useReplaceSecret, useTryAnalyzer, type NamedAnalyzer } from '../api/remote-analyzers';
import styles from './actions-panel.module.css';
import { EnabledSwitch } from './enabled-switch';
import { TrialResult } from './trial-result';

interface ItemProps {
  analyzer: RemoteAnalyzer;
  mayShare: boolean;
}

interface SecretProps {
  analyzer: NamedAnalyzer;
  secret: string;
  onClose: () => void;
}

/** The secret of a remote analyzer, which is shown once, and a test of it. */
function SecretOfAnalyzer({ analyzer, secret, onClose }: SecretProps) {
  const test = useTryAnalyzer();
  const copy = () =>
    void copyText(secret).then(
      () => showToast({ text: t`Secret copied.` }),
      () => showToast({ text: t`The browser blocked copying. Select the secret and copy it.`, tone: 'danger' }),
    );
  return (
    <>
      <SecretText>{secret}</SecretText>
      <HelpText>{t`Copy it to the server of the analyzer: both servers sign their messages with it. It won’t be shown again.`}</HelpText>
      {test.data && <TrialResult trial={test.data} />}
      <DialogActions>
        <Button icon={<Copy />} onClick={copy}>
          {t`Copy`}
        </Button>
        <Button busy={test.isPending} onClick={() => test.mutate(analyzer.uuid)}>
          {t`Test`}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogActions>
    </>
  );
}

/** Shows a new secret of a remote analyzer. A click outside does not close it. */
function SecretDialog(props: SecretProps) {
  const { analyzer, onClose } = props;
  return (
    <Dialog open persistent onOpenChange={(open) => open || onClose()} title={t`Secret of ${quoted(analyzer.name)}`}>
      <DialogBody>
        <SecretOfAnalyzer {...props} />
      </DialogBody>
    </Dialog>
  );
}

function Item({ analyzer, mayShare }: ItemProps) {
  const { uuid, name, address, enabled } = analyzer;
  const [asking, setAsking] = useState<'replace' | 'remove'>();
  const [secret, setSecret] = useState<string>();
  const enable = useEnableAnalyzer();
  const remove = useRemoveAnalyzer();
  const replace = useReplaceSecret();
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

const PUBLIC = '*';

const query = graphql(`
  query AllowedAnalyzerServers($corpusId: ID!) {
    allowedServers(corpusId: $corpusId) {
      analyzers {
        host
        name
      }
    }
  }
`);

export type AllowedServer = ResultOf<typeof query>['allowedServers']['analyzers'][number];

/** The servers that remote analyzers of a corpus may be on, for those who may share it. */
const allowedServersOptions = (corpusId: string) =>
  queryOptions({ queryKey: ['allowed-servers', corpusId], queryFn: async () => (await request(query, { corpusId })).allowedServers.analyzers });

const shown = ({ host, name }: AllowedServer) => {
  const pattern = host.startsWith('.') ? `*${host}` : host;
  return name ? `${pattern} (${name})` : pattern;
};

function sentence(servers: readonly AllowedServer[]): string {
  const named = servers
    .filter(({ host }) => host !== PUBLIC)
    .map(shown)
    .join(', ');
  if (named === '') return servers.length > 0 ? t`Every public server is allowed, by https.` : t`No server is allowed. Ask an administrator to allow one.`;
  if (servers.some(({ host }) => host === PUBLIC)) return t`Every public server is allowed, by https, and also: ${named}.`;
  return t`Allowed servers: ${named}. Ask an administrator to allow another one.`;
}

interface AllowedServersProps {
  /** of the list that the field of the address names */
  id: string;
  servers: readonly AllowedServer[];
}

/** The allowed servers in words, and as suggestions for the field of an address. */
function AllowedServers({ id, servers }: AllowedServersProps) {
  return (
    <>
      <datalist id={id}>
        {servers
          .filter(({ host }) => host !== PUBLIC && !host.startsWith('.'))
          .map(({ host, name }) => (
            <option key={host} value={`https://${host}/`}>
              {name || host}
            </option>
          ))}
      </datalist>
      <HelpText>{sentence(servers)}</HelpText>
    </>
  );
}

interface DialogProps {
  corpusId: string;
  onClose: () => void;
}

interface AddFormProps extends DialogProps {
  secret: string;
  onAdded: (analyzer: NamedAnalyzer | null) => void;
}

function AddForm({ corpusId, secret, onAdded, onClose }: AddFormProps) {
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const add = useAddAnalyzer(corpusId);
  const { data: servers } = useQuery(allowedServersOptions(corpusId));
  const list = useId();
  const submit = () => add.mutate({ name, address: address.trim(), secret }, { onSuccess: onAdded });
  return (
    <Form
      onSubmit={submit}
      error={formError(add.error, ['name', 'address'])}
      actions={
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={add.isPending} disabled={name.trim() === '' || address.trim() === ''}>
            {t`Add analyzer`}
          </Button>
        </DialogActions>
      }
    >
      <Field label={t`Name`} value={name} maxLength={100} error={fieldError(add.error, 'name')} onChange={({ target }) => setName(target.value)} />
      <Field
        label={t`Address`}
        type="url"
        value={address}
        maxLength={500}
        placeholder="https://analyzers.example.com/run"
        list={list}
        error={fieldError(add.error, 'address')}
        onChange={({ target }) => setAddress(target.value)}
      />
      {servers && <AllowedServers id={list} servers={servers} />}
      <HelpText>{t`The texts of the documents on which it runs are sent to this address. Nothing is sent before you run it.`}</HelpText>
    </Form>
  );
}

/** Adds an analyzer on another server; then shows the secret once. */
export function RemoteAnalyzerDialog({ corpusId, onClose }: DialogProps) {
  const [secret] = useState(newSecret);
  const [added, setAdded] = useState<NamedAnalyzer | null>(null);
  const title = added ? t`Secret of ${quoted(added.name)}` : t`Add a remote analyzer`;
  return (
    <Dialog open persistent={added !== null} onOpenChange={(open) => open || onClose()} title={title}>
      <DialogBody>
        {added ? <SecretOfAnalyzer analyzer={added} secret={secret} onClose={onClose} /> : <AddForm corpusId={corpusId} secret={secret} onAdded={setAdded} onClose={onClose} />}
      </DialogBody>
    </Dialog>
  );
}
