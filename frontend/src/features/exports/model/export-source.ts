// What is exported. Files of many rows are written by a job, others are sent at once.

import type { CreateExportInput } from '../api/exports';

/** A file of so many rows takes some seconds. */
const MANY_ROWS = 10_000;

/** Servers and proxies refuse longer addresses. */
const LONGEST_ADDRESS = 7_000;

export interface ExportSource {
  corpusId: string;
  kind: CreateExportInput['kind'];
  extractId?: string;
  /** the address of the file that is sent at once, without its query */
  path: string;
  /** the filters, as in the query of that address */
  query: Readonly<Record<string, string | readonly string[]>>;
  /** undefined while it is not known */
  rows: number | undefined;
  /** jobs are for members of the corpus */
  isMember: boolean;
}

/** The PDFs of documents with annotations. Only jobs write such files. */
export const PDFS = 'zip';

/** Return the address of the file that is sent at once; a parameter with several values is repeated. */
export function addressOf({ path, query }: Pick<ExportSource, 'path' | 'query'>, format?: string): string {
  const pairs = Object.entries({ ...query, ...(format && { format }) }).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  return `${path}?${new URLSearchParams(pairs).toString()}`;
}

/** Check whether the filters do not fit into an address. */
export const isLong = (source: Pick<ExportSource, 'path' | 'query'>): boolean => addressOf(source, 'jsonld').length > LONGEST_ADDRESS;

/** Check whether a job has to write the file. */
export const isLarge = (source: Pick<ExportSource, 'rows' | 'isMember' | 'path' | 'query'>, format: string): boolean =>
  source.isMember && (format === PDFS || (source.rows !== undefined && source.rows > MANY_ROWS) || isLong(source));

/** Return the PDF of a document with those of its annotations that `source` selects, in place of a table of them. */
export function pdfOf(documentId: string, { corpusId, query }: Pick<ExportSource, 'corpusId' | 'query'>): Pick<ExportSource, 'path' | 'query'> {
  const { document: _, ...filters } = query;
  return { path: `/api/v1/documents/${documentId}/annotated-pdf`, query: { ...filters, corpus: corpusId } };
}

/** Return the PDFs with annotations of documents of a corpus, which a job always writes, as a ZIP file. */
export const annotatedPdfs = (corpusId: string, query: ExportSource['query'], rows: number): ExportSource => ({
  corpusId,
  kind: 'ANNOTATED_PDFS',
  path: '',
  query,
  rows,
  isMember: true,
});
