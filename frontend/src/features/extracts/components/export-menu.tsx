import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { ExportItem } from '@/features/exports/components/export-item';
import type { ExportSource } from '@/features/exports/model/export-source';

const FORMATS = [
  { format: 'csv', label: 'CSV', about: t`For every spreadsheet and script` },
  { format: 'xlsx', label: 'Excel', about: t`Values with links to their sources` },
  { format: 'jsonl', label: t`JSON lines`, about: t`Every cell with its quotes` },
  { format: 'parquet', label: 'Parquet', about: t`Typed columns for data tools` },
];

interface ExportMenuProps {
  extract: { id: string; corpus: string };
  /** the number of cells */
  rows: number;
}

export function ExportMenu({ extract: { id, corpus }, rows }: ExportMenuProps) {
  const source: ExportSource = { corpusId: corpus, kind: 'EXTRACT', extractId: id, path: `/api/v1/extracts/${id}/export`, query: {}, rows, isMember: true };
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden="true" />}>{t`Export`}</Button>
      }
    >
      {FORMATS.map(({ format, label, about }) => (
        <ExportItem key={format} {...{ source, format, label, about }} />
      ))}
    </Menu>
  );
}
