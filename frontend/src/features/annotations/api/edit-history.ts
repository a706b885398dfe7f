// The edits of a document, as the server keeps them.
import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';

import { groupText, type EditRecord } from '../model/edit-text';
import type { History, Step } from '../model/history';

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

// The history that the server has: what can be undone and redone of earlier edits.

/** The newest edit of a group. */
export interface EarlierEdit extends EditRecord {
  isUndone: boolean;
}

interface Page<Edit> {
  edges: readonly { node: Edit }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const MAX_PAGES = 20;

/** Load edits, the newest first, until there is one that can be undone: as many as were undone may come before it. */
export async function editsToUndo<Edit extends EarlierEdit>(load: (after: string | null) => Promise<Page<Edit>>, refused: ReadonlySet<string>): Promise<Edit[]> {
  const edits: Edit[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const loaded: Page<Edit> = await load(after);
    edits.push(...nodes(loaded));
    after = loaded.pageInfo.endCursor;
    if (!loaded.pageInfo.hasNextPage || after === null || edits.some(({ group, isUndone }) => !isUndone && !refused.has(group))) break;
  }
  return edits;
}

/** Return the steps of edits, of which the newest is the first. Refused groups can be neither undone nor redone, and do not end what can be redone. */
export function historyOf(edits: readonly EarlierEdit[], refused: ReadonlySet<string>): History {
  const known = edits.filter(({ group }) => !refused.has(group));
  const step = (edit: EarlierEdit): Step => ({ group: edit.group, edits: [], text: groupText(edit) });
  const firstDone = known.findIndex(({ isUndone }) => !isUndone);
  const undone = firstDone === -1 ? known : known.slice(0, firstDone);
  return { past: known.filter(({ isUndone }) => !isUndone).map(step).toReversed(), future: undone.map(step) };
}

/**
 * Return what the user can undo and redo on the page of a document, or of a corpus: the last edits, and those that were undone after them.
 * Groups that the server refused are left out.
 */
export async function loadHistory(subject: Subject, refused: ReadonlySet<string> = new Set()): Promise<History> {
  const filtered = variables(subject, { mine: true, area: subject.documentId ? 'DOCUMENT' : 'CORPUS' });
  return historyOf(await editsToUndo(async (after) => (await request(query, { ...filtered, after })).edits, refused), refused);
}
