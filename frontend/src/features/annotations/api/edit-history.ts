// The edits of a document, as the server keeps them.
import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

import { editsToUndo, historyOf } from '../model/earlier-edits';
import type { History } from '../model/history';

const query = graphql(
  `
    query Edits($documentId: ID, $corpusId: ID!, $annotationId: ID, $mine: Boolean, $area: EditArea, $first: Int!, $after: String) {
      edits(perGroup: true, documentId: $documentId, corpusId: $corpusId, annotationId: $annotationId, mine: $mine, area: $area, first: $first, after: $after) {
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            group
            groupSize
            kind
            subject
            annotation
            actor {
              ...UserName
            }
            labelName
            quote
            comment
            labelBefore
            labelAfter
            quoteAfter
            noteBefore
            noteAfter
            fieldName
            valueBefore
            valueAfter
            isUndone
            created
          }
        }
      }
    }
  `,
  [pageCursor, userName],
);

export type EditNode = ResultOf<typeof query>['edits']['edges'][number]['node'];

interface Subject {
  /** absent: the corpus with its documents */
  documentId?: string;
  corpusId: string;
}

export interface EditFilter {
  annotationId?: string | undefined;
  mine: boolean;
  /** only those that are made on the page of a document, or of a corpus */
  area?: 'DOCUMENT' | 'CORPUS';
}

const PAGE = 50;

const variables = ({ documentId, corpusId }: Subject, { annotationId, mine, area }: EditFilter) => ({
  corpusId,
  first: PAGE,
  ...(documentId && { documentId }),
  ...(area && { area }),
  ...(annotationId && { annotationId }),
  ...(mine && { mine }),
});

/** The newest edit of each group of edits of a document in a corpus, the newest first. */
export const editsOptions = (subject: Subject, filter: EditFilter) =>
  infiniteQueryOptions({
    queryKey: ['edits', subject.documentId, subject.corpusId, filter],
    queryFn: async ({ pageParam }) => (await request(query, { ...variables(subject, filter), after: pageParam })).edits,
    ...byCursor,
  });

/**
 * Return what the user can undo and redo on the page of a document, or of a corpus: the last edits, and those that were undone after them.
 * Groups that the server refused are left out.
 */
export async function loadHistory(subject: Subject, refused: ReadonlySet<string> = new Set()): Promise<History> {
  const filtered = variables(subject, { mine: true, area: subject.documentId ? 'DOCUMENT' : 'CORPUS' });
  return historyOf(await editsToUndo(async (after) => (await request(query, { ...filtered, after })).edits, refused), refused);
}
