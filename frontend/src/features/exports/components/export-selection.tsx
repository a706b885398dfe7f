import { t } from '@lingui/core/macro';

import { MenuNote, MenuSeparator } from '@/components/ui/menu';

import type { ExportSource } from '../model/export-source';
import { ExportItem } from './export-item';

const TABLES = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'jsonl', label: t`JSON lines` },
];
const ANNOTATIONS = [...TABLES, { format: 'jsonld', label: t`Web Annotations` }];

interface ExportSelectionProps {
  corpusId: string;
  /** the selected documents, as parameters of the export of their list */
  query: ExportSource['query'];
  count: number;
  /** uuids of the documents; absent if a filter selects them */
  chosen?: readonly string[];
  isMember: boolean;
}

/** Menu items: the formats in which selected documents can be exported: their list with its fields, and their annotations. */
export function ExportSelection({ corpusId, query, count, chosen, isMember }: ExportSelectionProps) {
  const path = `/api/v1/corpuses/${corpusId}`;
  const list: ExportSource = { corpusId, kind: 'DOCUMENTS', path: `${path}/documents/export`, query, rows: count, isMember };
  const annotations: ExportSource = { ...list, kind: 'ANNOTATIONS', path: `${path}/annotations/export`, query: { document: chosen ?? [] }, rows: undefined };
  return (
    <>
      <MenuNote>{t`List of documents`}</MenuNote>
      {TABLES.map(({ format, label }) => (
        <ExportItem key={format} source={list} format={format} label={label} />
      ))}
      {chosen && (
        <>
          <MenuSeparator />
          <MenuNote>{t`Annotations`}</MenuNote>
          {ANNOTATIONS.map(({ format, label }) => (
            <ExportItem key={format} source={annotations} format={format} label={label} />
          ))}
        </>
      )}
    </>
  );
}
