import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query CompareVersions($id: ID!, $old: Int, $new: Int, $oldDocument: ID) {
    document(id: $id) {
      id
      title
      versions(first: 100) {
        edges {
          node {
            uuid
            versionNumber
            filename
          }
        }
      }
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
    compareRevisions(documentId: $id, old: $old, new: $new, oldDocumentId: $oldDocument) {
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

interface Compared {
  /** revisions of the document, or of both documents */
  from?: number | undefined;
  to?: number | undefined;
  /** another version of the document, which is compared with it */
  old?: string | undefined;
}

export const comparisonOptions = (id: string, { from, to, old }: Compared) =>
  queryOptions({
    queryKey: ['document', id, 'comparison', from, to, old],
    queryFn: async () => {
      const { document, compareRevisions } = await request(query, { id, old: from ?? null, new: to ?? null, oldDocument: old ?? null });
      if (!document) throw notFoundError();
      const moved = nodes(document.annotations).filter(({ confidence }) => confidence < 1);
      const others = nodes(document.versions).filter(({ uuid }) => uuid !== id);
      return { title: document.title, others, moved, comparison: compareRevisions };
    },
  });

type Result = Awaited<ReturnType<NonNullable<ReturnType<typeof comparisonOptions>['queryFn']>>>;
export type MovedAnnotation = Result['moved'][number];
export type OtherVersion = Result['others'][number];
