import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { annotatedPdfs, PDFS, type ExportSource } from '../model/export-source';
import { CommentsCheck } from '@/components/ui/comments-check';
import { ExportItem } from './export-item';

interface AnnotatedPdfsItemProps {
  corpusId: string;
  query: ExportSource['query'];
  /** the number of documents */
  count: number;
}

/** A menu item that writes the PDFs of documents with their annotations. */
export function AnnotatedPdfsItem({ corpusId, query, count }: AnnotatedPdfsItemProps) {
  const [comments, setComments] = useState(true);
  const source = annotatedPdfs(corpusId, { ...query, ...(!comments && { comments: 'false' }) }, count);
  return (
    <>
      <ExportItem source={source} format={PDFS} label={t`PDFs with annotations`} about={t`A ZIP file with the folders of the corpus`} />
      <CommentsCheck checked={comments} onChange={setComments} />
    </>
  );
}
