import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, HelpText } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';
import { quoted } from '@/lib/format';

import { allowedServersOptions, type AllowedServer } from '../api/allowed-servers';
import { newSecret, useAddAnalyzer, type NamedAnalyzer } from '../api/remote-analyzers';
import { SecretOfAnalyzer } from './secret-dialog';

const PUBLIC = '*';

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
