import { queryOptions } from '@tanstack/react-query';

import { allRestPages } from '@/lib/rest-pages';

interface DocumentTitle {
  id: string;
  title: string;
}

/** The documents of a corpus, of a folder in it, or with these words in the title. */
export const documentsOptions = (corpusId: string, filter: { folder?: string; search?: string }) => {
  const parameters = new URLSearchParams({ page_size: '200', order_by: 'title', ...(filter.folder && { folder: filter.folder }), ...(filter.search && { search: filter.search }) });
  return queryOptions({
    queryKey: ['extract-documents', corpusId, parameters.toString()],
    queryFn: () => allRestPages<DocumentTitle>(`/api/v1/corpuses/${corpusId}/documents?${parameters}`),
  });
};
