import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { CommandMenu } from '@/components/ui/command-menu';
import { CommentsCheck } from '@/components/ui/comments-check';
import { IconButton } from '@/components/ui/icon-button';
import { MenuNote } from '@/components/ui/menu';
import { AnnotatedPdfLink } from '@/features/exports/components/annotated-pdf-link';
import { ExportItem } from '@/features/exports/components/export-item';
import { isLarge, isLong, PDFS, type ExportSource } from '@/features/exports/model/export-source';
import { graphql } from '@/graphql/graphql';
import { formatNumber } from '@/lib/format';
import { request } from '@/lib/graphql-client';

const annotationCountQuery = graphql(`
  query AnnotationCount($corpusId: ID!) {
    annotations(corpusId: $corpusId, first: 1) {
      totalCount
    }
  }
`);

/** The number of the annotations of a corpus. */
const annotationCountOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['annotations', 'count', corpusId],
    queryFn: async () => (await request(annotationCountQuery, { corpusId })).annotations.totalCount,
  });

const FORMATS = [
  { format: 'csv', label: 'CSV', about: t`For every spreadsheet and script` },
  { format: 'xlsx', label: 'Excel', about: t`Quotes with labels, notes and links` },
  { format: 'jsonl', label: t`JSON lines`, about: t`One annotation on each line` },
  { format: 'jsonld', label: t`Web Annotations`, about: t`JSON-LD of the W3C, for other annotation tools` },
];

interface ExportAnnotationsProps {
  corpusId: string;
  /** default: all documents of the corpus */
  documentId?: string | undefined;
  /** whether the document has no PDF into which they can be written */
  withoutPdf?: boolean | undefined;
  /** filters of the export, as in its query string */
  filter?: Readonly<Record<string, string | readonly string[]>>;
  /** the number of annotations; without it, those of the corpus are counted */
  count?: number;
  /** names what is exported, in place of the number of annotations */
  subject?: string;
  /** the uuids of the annotations that a filter of the panel shows */
  shown?: readonly string[] | undefined;
  isMember: boolean;
}

/** Name what is exported. */
function nameOf(shown: readonly string[] | undefined, count: number | undefined): string {
  if (shown) return plural(shown.length, { one: '# shown annotation', other: '# shown annotations' });
  return count === undefined ? t`All annotations` : plural(count, { one: '# annotation', other: 'All # annotations' });
}

/** Return what is exported: the shown annotations, unless their ids do not fit into an address and no job may be started. */
function sourceOf({ corpusId, documentId, filter, count, shown, isMember }: ExportAnnotationsProps, comments: boolean): ExportSource {
  const all: ExportSource = {
    corpusId,
    kind: 'ANNOTATIONS',
    path: `/api/v1/corpuses/${corpusId}/annotations/export`,
    query: { ...(documentId && { document: documentId }), ...filter, ...(!comments && { comments: 'false' }) },
    rows: count,
    isMember,
  };
  if (!shown) return all;
  const chosen = { ...all, query: { ...all.query, annotation: shown }, rows: shown.length };
  return isMember || !isLong(chosen) ? chosen : all;
}

interface PdfItemProps {
  /** the annotations */
  source: ExportSource;
  /** default: the documents of the annotations */
  documentId?: string | undefined;
}

/** A menu item that writes annotations into the PDFs of their documents. Jobs, which several documents need, are for members. */
function PdfItem({ source, documentId }: PdfItemProps) {
  if (documentId && !isLarge(source, 'pdf')) {
    return <AnnotatedPdfLink documentId={documentId} corpusId={source.corpusId} query={source.query} />;
  }
  if (!source.isMember) return null;
  return <ExportItem source={source} format={PDFS} label={t`PDFs with annotations`} about={t`A ZIP file with the folders of the corpus`} />;
}

function Formats({ source, documentId, withoutPdf }: { source: ExportSource } & Pick<ExportAnnotationsProps, 'documentId' | 'withoutPdf'>) {
  return (
    <>
      {FORMATS.map(({ format, label, about }) => (
        <ExportItem key={format} {...{ source, format, label, about }} />
      ))}
      {!withoutPdf && <PdfItem {...{ source, documentId }} />}
    </>
  );
}

/** The formats in which the annotations of a corpus, or of a document in it, can be exported. */
export function ExportAnnotations(props: ExportAnnotationsProps) {
  const { corpusId, documentId, withoutPdf, count, subject, shown, isMember } = props;
  const [wanted, setWanted] = useState(false);
  const [comments, setComments] = useState(true);
  const counted = useQuery({ ...annotationCountOptions(corpusId), enabled: wanted && count === undefined });
  const source = sourceOf({ ...props, ...(counted.data !== undefined && { count: counted.data }) }, comments);
  const isChoice = shown !== undefined && 'annotation' in source.query;
  return (
    <CommandMenu
      command={{ name: 'annotations.export', text: t`Export annotations` }}
      trigger={<IconButton label={t`Export annotations`} icon={<Download />} />}
      ready={count !== undefined || counted.isFetched}
      onWanted={() => setWanted(true)}
    >
      <MenuNote>{source.rows === 0 ? t`No annotation matches the filter` : (subject ?? nameOf(isChoice ? shown : undefined, source.rows))}</MenuNote>
      {shown && !isChoice && <MenuNote>{t`${formatNumber(shown.length)} shown annotations are too many to export them only. Narrow the filter.`}</MenuNote>}
      {source.rows !== 0 && <Formats {...{ source, documentId, withoutPdf }} />}
      {isMember && <CommentsCheck checked={comments} onChange={setComments} />}
    </CommandMenu>
  );
}
