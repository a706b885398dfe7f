import { t } from '@lingui/core/macro';

import { isLarge, PDFS, type ExportSource } from '../model/export-source';
import { AnnotatedPdfLink } from './annotated-pdf-link';
import { ExportItem } from './export-item';

interface PdfItemProps {
  /** the annotations */
  source: ExportSource;
  /** default: the documents of the annotations */
  documentId?: string | undefined;
}

/** A menu item that writes annotations into the PDFs of their documents. Jobs, which several documents need, are for members. */
export function PdfItem({ source, documentId }: PdfItemProps) {
  if (documentId && !isLarge(source, 'pdf')) {
    return <AnnotatedPdfLink documentId={documentId} corpusId={source.corpusId} query={source.query} />;
  }
  if (!source.isMember) return null;
  return <ExportItem source={source} format={PDFS} label={t`PDFs with annotations`} about={t`A ZIP file with the folders of the corpus`} />;
}
