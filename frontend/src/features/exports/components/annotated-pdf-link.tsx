import { t } from '@lingui/core/macro';

import { MenuLink } from '@/components/ui/menu';

import { addressOf, pdfOf, type ExportSource } from '../model/export-source';

interface AnnotatedPdfLinkProps extends Pick<ExportSource, 'corpusId' | 'query'> {
  documentId: string;
}

/** A menu item that downloads the PDF of a document with annotations of a corpus. */
export function AnnotatedPdfLink({ documentId, ...source }: AnnotatedPdfLinkProps) {
  return (
    <MenuLink href={addressOf(pdfOf(documentId, source))} about={t`Highlights and comments for every PDF reader`}>
      {t`PDF with annotations`}
    </MenuLink>
  );
}
