import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { PageInfo } from '../model/layout';

export const pageColumns = graphql(`
  fragment PageColumnsFields on PageColumns {
    numbers
    labels
    widths
    heights
    tokenCounts
    textStarts
    textEnds
    tokensUrls
  }
`);

const query = graphql(
  `
    query DocumentPages($id: ID!, $after: Int!) {
      document(id: $id) {
        id
        pageColumns(after: $after) {
          ...PageColumnsFields
        }
      }
    }
  `,
  [pageColumns],
);

/** as many as the server sends at once */
export const MAX_PAGES = 2_000;

/** The lists that the server sends have the same length. */
function at<T>(column: readonly T[], index: number): T {
  const value = column[index];
  if (value === undefined) throw new RangeError('a column of the pages is too short');
  return value;
}

export const pagesOf = (columns: ResultOf<typeof pageColumns>): PageInfo[] =>
  columns.numbers.map((number, index) => ({
    number,
    label: at(columns.labels, index),
    width: at(columns.widths, index),
    height: at(columns.heights, index),
    tokenCount: at(columns.tokenCounts, index),
    textStart: at(columns.textStarts, index),
    textEnd: at(columns.textEnds, index),
    tokensUrl: at(columns.tokensUrls, index),
  }));

async function fetchPages(uuid: string, after = 0): Promise<PageInfo[]> {
  const { document } = await request(query, { id: uuid, after });
  const pages = document ? pagesOf(document.pageColumns) : [];
  return pages.length < MAX_PAGES ? pages : [...pages, ...(await fetchPages(uuid, after + MAX_PAGES))];
}

/** The pages of a version of a document: its revision, and during processing also the number of pages so far. */
export const pagesOptions = (uuid: string, version: string) =>
  queryOptions({ queryKey: ['pages', uuid, version], queryFn: () => fetchPages(uuid), staleTime: Infinity });
