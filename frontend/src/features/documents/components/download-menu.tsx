import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuLink, MenuNote } from '@/components/ui/menu';
import { downloadText, SCAN_TEXTS } from '@/lib/messages/documents';

import type { DocumentDetail } from '../api/get-document';

interface DownloadMenuProps {
  document: DocumentDetail;
  /** the corpus whose annotations can be part of the PDF */
  corpusId?: string;
}

/** The formats in which a document can be downloaded. */
export function DownloadMenu({ document, corpusId }: DownloadMenuProps) {
  const hasPages = ['PDF', 'TEXT'].every((needed) => document.downloads.some(({ format }) => format === needed));
  return (
    <Menu trigger={<IconButton label={t`Download`} icon={<Download />} />}>
      <MenuNote>{SCAN_TEXTS[document.scan].long}</MenuNote>
      {document.downloads.map(({ format, url }) => (
        <MenuLink key={format} href={url} about={downloadText(format).about}>
          {downloadText(format).label}
        </MenuLink>
      ))}
      {corpusId && hasPages && (
        <MenuLink href={`/api/v1/documents/${document.uuid}/annotated-pdf?corpus=${corpusId}`} about={t`Highlights and comments for every PDF reader`}>
          {t`PDF with annotations`}
        </MenuLink>
      )}
    </Menu>
  );
}
