import { ChevronDown } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuNote } from '@/components/ui/menu';

import type { DocumentDetail } from '../api/get-document';
import { useRetryDocument } from '../api/retry-document';

const USUAL = '';

/** Have the document read once more, by the parser that somebody chooses; it stays that document's. */
export function ParseAgainMenu({ document: { uuid, parsers, backendLock } }: { document: DocumentDetail }) {
  const retry = useRetryDocument();
  return (
    <Menu
      trigger={
        <Button size="small" icon={<ChevronDown aria-hidden="true" />} disabled={backendLock} busy={retry.isPending}>
          Parse again with…
        </Button>
      }
    >
      <MenuNote>What is shown stays until it has been read.</MenuNote>
      {parsers.map(({ name, version, isUsual }) => (
        <MenuItem key={name} onSelect={() => retry.mutate({ uuid, parser: isUsual ? USUAL : name })}>
          {name} {version}
          {isUsual && ' (the usual one)'}
        </MenuItem>
      ))}
    </Menu>
  );
}
