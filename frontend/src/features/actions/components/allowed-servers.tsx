import { t } from '@lingui/core/macro';

import { HelpText } from '@/components/ui/form';

import type { AllowedServer } from '../api/allowed-servers';

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
export function AllowedServers({ id, servers }: AllowedServersProps) {
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
