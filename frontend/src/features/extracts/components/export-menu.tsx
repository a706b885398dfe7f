import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Menu, MenuLink } from '@/components/ui/menu';

const FORMATS = [
  { format: 'csv', label: 'CSV', about: t`For every spreadsheet and script` },
  { format: 'xlsx', label: 'Excel', about: t`Values with links to their sources` },
  { format: 'jsonl', label: t`JSON lines`, about: t`Every cell with its quotes` },
  { format: 'parquet', label: 'Parquet', about: t`Typed columns for data tools` },
];

export function ExportMenu({ id }: { id: string }) {
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden="true" />}>{t`Export`}</Button>
      }
    >
      {FORMATS.map(({ format, label, about }) => (
        <MenuLink key={format} href={`/api/v1/extracts/${id}/export?format=${format}`} about={about}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
