import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { Label } from '../model/annotation';

export const labelFields = graphql(`
  fragment LabelFields on Label {
    id
    name
    path
    color
  }
`);

const query = graphql(
  `
    query Labels($corpusId: ID!) {
      corpus(id: $corpusId) {
        id
        labels(archived: false) {
          ...LabelFields
        }
      }
    }
  `,
  [labelFields],
);

/** Live updates report changes earlier. */
const STALE_MS = 10_000;

export const labelsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['labels', corpusId],
    queryFn: async (): Promise<Label[]> => (await request(query, { corpusId })).corpus?.labels ?? [],
    staleTime: STALE_MS,
    enabled: corpusId !== '',
  });
