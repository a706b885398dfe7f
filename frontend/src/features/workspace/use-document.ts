// Loads a document and its list of pages.
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { documentOptions } from '@/features/documents/api/get-document';
import { pagesOptions } from '@/features/viewer/api/page-list';
import type { PageInfo } from '@/features/viewer/model/layout';

import { versionOf } from './api/open-document';

const NO_PAGES: readonly PageInfo[] = [];

export function useDocument(uuid: string) {
  const document = useQuery(documentOptions(uuid));
  const version = document.data ? versionOf(document.data) : '';
  const pages = useQuery({
    ...pagesOptions(uuid, version),
    enabled: document.data !== undefined && document.data.pageCount > 0,
    placeholderData: keepPreviousData,
  });
  return { document, version, pages: pages.data ?? NO_PAGES, pagesFailed: pages.isError ? pages.error : null };
}
