import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { ExportItem } from '@/features/exports/components/export-item';
import type { ExportSource } from '@/features/exports/model/export-source';

import { annotationCountOptions } from '../api/annotation-count';

const FORMATS = [
  { format: 'csv', label: 'CSV', about: t`For every spreadsheet and script` },
  { format: 'xlsx', label: 'Excel', about: t`Quotes with labels, notes and links` },
  { format: 'jsonl', label: t`JSON lines`, about: t`One annotation on each line` },
  { format: 'jsonld', label: t`Web Annotations`, about: t`JSON-LD of the W3C, for other annotation tools` },
];

interface ExportAnnotationsProps {
  corpusId: string;
  /** default: all documents of the corpus */
  documentId?: string;
  /** filters of the export, as in its query string */
  filter?: Readonly<Record<string, string | readonly string[]>>;
  /** the number of annotations; without it, those of the corpus are counted */
  count?: number;
  isMember: boolean;
}

/** The formats in which the annotations of a corpus, or of a document in it, can be exported. */
export function ExportAnnotations({ corpusId, documentId, filter, count, isMember }: ExportAnnotationsProps) {
  const [wanted, setWanted] = useState(false);
  const counted = useQuery({ ...annotationCountOptions(corpusId), enabled: wanted && count === undefined });
  const source: ExportSource = {
    corpusId,
    kind: 'ANNOTATIONS',
    path: `/api/v1/corpuses/${corpusId}/annotations/export`,
    query: { ...(documentId && { document: documentId }), ...filter },
    rows: count ?? counted.data,
    isMember,
  };
  const ready = count !== undefined || counted.isFetched;
  return (
    <Menu trigger={<IconButton label={t`Export annotations`} icon={<Download />} />} ready={ready} onWanted={() => setWanted(true)}>
      {FORMATS.map(({ format, label, about }) => (
        <ExportItem key={format} {...{ source, format, label, about }} />
      ))}
    </Menu>
  );
}
