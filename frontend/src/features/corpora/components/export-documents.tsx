import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';

import { CommandMenu } from '@/components/ui/command-menu';
import { IconButton } from '@/components/ui/icon-button';
import { MenuSeparator } from '@/components/ui/menu';
import { AnnotatedPdfsItem } from '@/features/exports/components/annotated-pdfs-item';
import { ExportItem } from '@/features/exports/components/export-item';
import type { ExportSource } from '@/features/exports/model/export-source';

import { exportQuery, type CorpusDocumentFilter } from '../api/corpus-documents';

const FORMATS = [
  { format: 'csv', label: 'CSV', about: t`For every spreadsheet and script` },
  { format: 'xlsx', label: 'Excel', about: t`Titles, folders and fields` },
  { format: 'jsonl', label: t`JSON lines`, about: t`One document on each line` },
  { format: 'parquet', label: 'Parquet', about: t`Typed columns for data tools` },
];

interface ExportDocumentsProps {
  corpusId: string;
  filter: CorpusDocumentFilter;
  /** undefined while the list is loaded */
  count: number | undefined;
  isMember: boolean;
}

/** The formats in which the list of the documents of a corpus can be exported, with their fields; nothing if it is empty. */
export function ExportDocuments({ corpusId, filter, count, isMember }: ExportDocumentsProps) {
  if (!count) return null;
  const query = exportQuery(corpusId, filter);
  const source: ExportSource = { corpusId, kind: 'DOCUMENTS', path: `/api/v1/corpuses/${corpusId}/documents/export`, query, rows: count, isMember };
  return (
    <CommandMenu command={{ name: 'documents.export', text: t`Export the list of documents` }} trigger={<IconButton label={t`Export the list of documents`} icon={<Download />} />}>
      {FORMATS.map(({ format, label, about }) => (
        <ExportItem key={format} {...{ source, format, label, about }} />
      ))}
      {isMember && (
        <>
          <MenuSeparator />
          <AnnotatedPdfsItem {...{ corpusId, query, count }} />
        </>
      )}
    </CommandMenu>
  );
}
