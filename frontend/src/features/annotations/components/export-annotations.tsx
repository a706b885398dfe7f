import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuLink } from '@/components/ui/menu';

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
  filter?: Readonly<Record<string, string>>;
}

/** The formats in which the annotations of a corpus, or of a document in it, can be downloaded. */
export function ExportAnnotations({ corpusId, documentId, filter }: ExportAnnotationsProps) {
  const address = (format: string) =>
    `/api/v1/corpuses/${corpusId}/annotations/export?${new URLSearchParams({ ...(documentId && { document: documentId }), ...filter, format }).toString()}`;
  return (
    <Menu trigger={<IconButton label={t`Export annotations`} icon={<Download />} />}>
      {FORMATS.map(({ format, label, about }) => (
        <MenuLink key={format} href={address(format)} about={about}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  );
}
