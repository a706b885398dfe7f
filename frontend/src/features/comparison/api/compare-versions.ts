import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query CompareVersions($id: ID!, $old: Int, $new: Int, $oldDocument: ID, $oldStart: Int, $oldEnd: Int, $newStart: Int, $newEnd: Int) {
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
    compareRevisions(documentId: $id, old: $old, new: $new, oldDocumentId: $oldDocument, oldStart: $oldStart, oldEnd: $oldEnd, newStart: $newStart, newEnd: $newEnd) {
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

const titleQuery = graphql(`
  query ComparedTitle($id: ID!) {
    document(id: $id) {
      id
      title
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
  /** another version of the document, or another document, which is compared with it */
  old?: string | undefined;
  /** the parts of both that are compared */
  parts?: string | undefined;
}

/** Return the parts of both documents in the address of a comparison, as the API takes them; none for whole documents. */
export function comparedParts(parts: string | undefined) {
  const [, ...places] = /^(\d+)-(\d+):(\d+)-(\d+)$/.exec(parts ?? '') ?? [];
  const [oldStart = null, oldEnd = null, newStart = null, newEnd = null] = places.map(Number);
  return { oldStart, oldEnd, newStart, newEnd };
}

export const comparisonOptions = (id: string, { from, to, old, parts }: Compared) =>
  queryOptions({
    queryKey: ['document', id, 'comparison', from, to, old, parts],
    queryFn: async () => {
      const { document, compareRevisions } = await request(query, { id, old: from ?? null, new: to ?? null, oldDocument: old ?? null, ...comparedParts(parts) });
      if (!document) throw notFoundError();
      const moved = nodes(document.annotations).filter(({ confidence }) => confidence < 1);
      const others = nodes(document.versions).filter(({ uuid }) => uuid !== id);
      const isVersion = old === undefined || others.some(({ uuid }) => uuid === old);
      const otherTitle = isVersion ? null : ((await request(titleQuery, { id: old })).document?.title ?? '');
      return { title: document.title, otherTitle, others, moved, comparison: compareRevisions };
    },
  });

type Result = Awaited<ReturnType<NonNullable<ReturnType<typeof comparisonOptions>['queryFn']>>>;
export type MovedAnnotation = Result['moved'][number];
export type OtherVersion = Result['others'][number];
