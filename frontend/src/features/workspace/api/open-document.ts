// Everything that a document's page shows first, in one request. The parts go to the caches of the queries that refresh them later.
import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';

import { annotationList, annotationsOptions, cacheAnnotations } from '@/features/annotations/api/list-annotations';
import { labelFields, labelsOptions } from '@/features/annotations/api/list-labels';
import { LIST, type DocumentPage, type DocumentRow } from '@/features/documents/api/document-list';
import { documentDetail, documentOptions, type DocumentDetail } from '@/features/documents/api/get-document';
import { linksOptions, pageLink } from '@/features/viewer/api/navigation';
import { MAX_PAGES, pageColumns, pagesOf, pagesOptions } from '@/features/viewer/api/page-list';
import { startPdf } from '@/features/viewer/pdf-worker';
import { graphql } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

import { currentUser, meOptions } from './me';

const query = graphql(
  `
    query OpenDocument($id: ID!, $corpusId: ID, $annotations: Int!) {
      me {
        ...CurrentUser
      }
      document(id: $id) {
        ...DocumentDetail
        pageColumns {
          ...PageColumnsFields
        }
        links {
          ...PageLinkFields
        }
        selectedCorpus(corpusId: $corpusId) {
          uuid
          labels {
            ...LabelFields
          }
        }
        annotations(corpusId: $corpusId, first: $annotations) {
          ...AnnotationList
        }
      }
    }
  `,
  [annotationList, currentUser, documentDetail, labelFields, pageColumns, pageLink],
);

/** Of those with more, the page is shown before the others are loaded: the server needs half a millisecond for each. */
const FIRST_ANNOTATIONS = 50;

/** During the first processing there is no revision yet, and the number of pages grows. */
export const versionOf = ({ revision, pageCount, state }: DocumentDetail) => `${revision ?? 0}:${state === 'PROCESSING' ? pageCount : 'complete'}`;

async function fetchAll(queryClient: QueryClient, uuid: string, corpusId: string | undefined): Promise<DocumentDetail> {
  const { me, document } = await request(query, { id: uuid, corpusId: corpusId ?? null, annotations: FIRST_ANNOTATIONS });
  queryClient.setQueryData(meOptions.queryKey, me);
  if (!document) throw notFoundError();
  const { pageColumns: columns, links, selectedCorpus, annotations, ...detail } = document;
  const version = versionOf(detail);
  if (columns.numbers.length < MAX_PAGES) queryClient.setQueryData(pagesOptions(uuid, version).queryKey, pagesOf(columns));
  queryClient.setQueryData(linksOptions(uuid, version).queryKey, links);
  if (selectedCorpus) queryClient.setQueryData(labelsOptions(selectedCorpus.uuid).queryKey, selectedCorpus.labels);
  // A document in no corpus has no annotations in the personal one either.
  const corpus = selectedCorpus ?? me?.personalCorpus;
  const target = { documentId: uuid, corpusId: corpus?.uuid ?? '' };
  const { queryKey } = annotationsOptions(target.documentId, target.corpusId);
  // An annotation that is being saved is in the cache already, but not in the response.
  const isSaving = queryClient.isMutating({ mutationKey: queryKey }) > 0;
  if (!isSaving) cacheAnnotations(queryClient, target, annotations);
  return detail;
}

/** Like `documentOptions`, but the response also has the pages, the annotations and the user. */
export const openDocumentOptions = (queryClient: QueryClient, uuid: string, corpusId: string | undefined) =>
  queryOptions({ ...documentOptions(uuid), queryFn: () => fetchAll(queryClient, uuid, corpusId) });

/** Return the row of a document in a list that is loaded. */
function loadedRow(queryClient: QueryClient, uuid: string): DocumentRow | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<DocumentPage>>({ predicate: ({ meta }) => meta === LIST });
  const rows = lists.flatMap(([, data]) => data?.pages.flatMap(nodes) ?? []);
  return rows.find((row) => row.uuid === uuid);
}

/** Open the PDF of a document that a list shows, at the same time as its page. */
async function prepareDrawing(queryClient: QueryClient, uuid: string, page: number): Promise<void> {
  const known = queryClient.getQueryData(documentOptions(uuid).queryKey) ?? loadedRow(queryClient, uuid);
  if (!known?.pdfUrl) return;
  const { preparePdf } = await import('@/features/viewer/pdf-document');
  preparePdf(known.pdfUrl, known.size, page);
}

/** Start to load a document, and the program that draws it. */
export function openDocument(queryClient: QueryClient, uuid: string, corpusId: string | undefined, page = 1): void {
  startPdf();
  void queryClient.prefetchQuery(openDocumentOptions(queryClient, uuid, corpusId));
  prepareDrawing(queryClient, uuid, page).catch(() => undefined); // It is opened again with its page.
}
