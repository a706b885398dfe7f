// Similar documents and clauses of a corpus: the last search, its groups, and a clause in the other documents.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { byCursor, NO_NODES } from '@/lib/relay';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { TextKind } from '../model/text-kind';
import type { Passage } from '../model/texts';

const stateFields = graphql(`
  fragment SimilarTextsState on SimilarTexts {
    comparedAt
    newDocumentCount
    isComplete
    job
    state
    progress
    problem
  }
`);

const stateQuery = graphql(
  `
    query SimilarTexts($corpusId: ID!) {
      similarTexts(corpusId: $corpusId) {
        ...SimilarTextsState
      }
    }
  `,
  [stateFields],
);

const start = graphql(
  `
    mutation FindSimilarTexts($input: FindSimilarTextsInput!) {
      findSimilarTexts(input: $input) {
        similarTexts {
          ...SimilarTextsState
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [stateFields, userError],
);

const groupsQuery = graphql(
  `
    query SimilarGroups($id: ID!, $kind: SimilarGroupKind!, $after: String) {
      corpus(id: $id) {
        id
        similarGroups(first: 20, after: $after, kind: $kind) {
          totalCount
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              id
              textCount
              texts {
                document
                documentTitle
                page
                start
                end
                quote
                similarity
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

const clausesQuery = graphql(`
  query SameClauses($corpusId: ID!, $documentId: ID!, $start: Int!, $end: Int!) {
    document(id: $documentId) {
      id
      title
    }
    sameClauses(corpusId: $corpusId, documentId: $documentId, start: $start, end: $end) {
      document
      documentTitle
      page
      start
      end
      text
      similarity
    }
  }
`);

export type SimilarTexts = ResultOf<typeof stateFields>;
type Groups = NonNullable<ResultOf<typeof groupsQuery>['corpus']>['similarGroups'];
export type SimilarGroup = Groups['edges'][number]['node'];
export type SimilarText = SimilarGroup['texts'][number];
export type SameClause = ResultOf<typeof clausesQuery>['sameClauses'][number];

const POLL_MS = 1_000;
const NONE: Groups = { ...NO_NODES, totalCount: 0 };
const ENDED: ReadonlySet<SimilarTexts['state']> = new Set([null, 'CANCELLED', 'FAILED', 'SUCCESS'] as const);
const keyOf = (corpusId: string) => ['similar-texts', corpusId];

export const isComparing = ({ state }: SimilarTexts) => !ENDED.has(state);

/** While the job runs, its progress is fetched again and again: no event reports it. */
export const similarTextsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: [...keyOf(corpusId), 'state'],
    queryFn: async () => (await request(stateQuery, { corpusId })).similarTexts,
    refetchInterval: ({ state: { data } }) => (data && isComparing(data) ? POLL_MS : false),
  });

/** The groups of the last search; another search has groups of its own. */
export const similarGroupsOptions = (id: string, kind: TextKind, comparedAt: string | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'groups', kind, comparedAt],
    queryFn: async ({ pageParam }) => (await request(groupsQuery, { id, kind, after: pageParam })).corpus?.similarGroups ?? NONE,
    placeholderData: keepPreviousData,
    ...byCursor,
  });

export const sameClausesOptions = (corpusId: string, { uuid, start: from, end }: Passage) =>
  queryOptions({
    queryKey: ['same-clauses', corpusId, uuid, from, end],
    queryFn: async () => {
      const { document, sameClauses } = await request(clausesQuery, { corpusId, documentId: uuid, start: from, end });
      return { title: document?.title ?? '', clauses: sameClauses };
    },
  });

export const useFindSimilarTexts = (corpusId: string) => useInvalidatingMutation({ mutationFn: () => mutate(start, { corpusId }), affected: [keyOf(corpusId), ['jobs']] });
