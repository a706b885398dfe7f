import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuNote } from '@/components/ui/menu';

import { propertiesOptions } from '../api/document-properties';
import type { DocumentDetail } from '../api/get-document';
import { useRetryDocument } from '../api/retry-document';

const DEFAULT_PARSER = '';

/** A menu to process the document again with another parser, which it keeps from then on. */
export function ReparseMenu({ document: { uuid, backendLock } }: { document: DocumentDetail }) {
  const retry = useRetryDocument();
  const parsers = useQuery(propertiesOptions(uuid)).data?.parsers ?? [];
  if (parsers.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" icon={<ChevronDown aria-hidden="true" />} disabled={backendLock} busy={retry.isPending}>
          {t`Read again with…`}
        </Button>
      }
    >
      <MenuNote>{t`The current version stays available until processing is done.`}</MenuNote>
      {parsers.map(({ name, version, isDefault }) => (
        <MenuItem key={name} onSelect={() => retry.mutate({ uuid, parser: isDefault ? DEFAULT_PARSER : name })}>
          {isDefault ? t`Standard (${name} ${version})` : `${name} ${version}`}
        </MenuItem>
      ))}
    </Menu>
  );
}
