import { Download } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuLink } from '@/components/ui/menu';

const FORMATS = [
  { format: 'csv', label: 'CSV', about: 'For every spreadsheet and script' },
  { format: 'xlsx', label: 'Excel', about: 'Quotes with labels, notes and links' },
  { format: 'jsonl', label: 'JSON lines', about: 'One annotation on each line' },
  { format: 'jsonld', label: 'Web Annotations', about: 'JSON-LD of the W3C, for other annotation tools' },
];

interface ExportAnnotationsProps {
  corpusId: string;
  /** default: all documents of the corpus */
  documentId?: string;
}

/** The formats in which the annotations of a corpus, or of a document in it, can be downloaded. */
export function ExportAnnotations({ corpusId, documentId }: ExportAnnotationsProps) {
  const address = `/api/v1/corpuses/${corpusId}/annotations/export?${documentId ? `document=${documentId}&` : ''}`;
  return (
    <Menu trigger={<IconButton label="Export annotations" icon={<Download />} />}>
      {FORMATS.map(({ format, label, about }) => (
        <MenuLink key={format} href={`${address}format=${format}`} about={about}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
