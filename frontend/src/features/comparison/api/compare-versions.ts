import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query CompareVersions($id: ID!, $old: Int, $new: Int) {
    document(id: $id) {
      id
      title
      annotations(first: 200) {
        edges {
          node {
            uuid
            page
            quote
            confidence
            label {
              path
              color
            }
          }
        }
      }
    }
    compareRevisions(documentId: $id, old: $old, new: $new) {
      old
      new
      changeCount
      revisions {
        number
        parser
        parserVersion
        published
      }
      rows {
        change
        old {
          page
          runs {
            text
            change
          }
        }
        new {
          page
          runs {
            text
            change
          }
        }
      }
    }
  }
`);

export type Comparison = ResultOf<typeof query>['compareRevisions'];
export type ComparedRow = Comparison['rows'][number];
export type ComparedSide = NonNullable<ComparedRow['old']>;
export type Revision = Comparison['revisions'][number];

export const comparisonOptions = (id: string, old: number | undefined, latest: number | undefined) =>
  queryOptions({
    queryKey: ['document', id, 'comparison', old, latest],
    queryFn: async () => {
      const { document, compareRevisions } = await request(query, { id, old: old ?? null, new: latest ?? null });
      if (!document) throw notFoundError();
      const moved = nodes(document.annotations).filter(({ confidence }) => confidence < 1);
      return { title: document.title, moved, comparison: compareRevisions };
    },
  });

export type MovedAnnotation = Awaited<ReturnType<NonNullable<ReturnType<typeof comparisonOptions>['queryFn']>>>['moved'][number];
