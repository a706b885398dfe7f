// Everything that opening a document needs, in the order in which it is worth having: the row, the sizes of the pages, the pages.
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { documentOptions, type DocumentDetail } from '@/features/documents/api/get-document';
import { pagesOptions } from '@/features/viewer/api/page-list';
import type { PageInfo } from '@/features/viewer/model/layout';

const NO_PAGES: readonly PageInfo[] = [];

/** While a first reading goes on there is no revision, and more pages come: their number tells one list from the next. */
const versionOf = ({ revision, pageCount, state }: DocumentDetail) => `${revision ?? 0}:${state === 'PROCESSING' ? pageCount : 'whole'}`;

export function useOpenedDocument(uuid: string) {
  const document = useQuery(documentOptions(uuid));
  const version = document.data ? versionOf(document.data) : '';
  const pages = useQuery({
    ...pagesOptions(uuid, version),
    enabled: document.data !== undefined && document.data.pageCount > 0,
    placeholderData: keepPreviousData,
  });
  return { document, version, pages: pages.data ?? NO_PAGES, pagesFailed: pages.isError ? pages.error : null };
}
