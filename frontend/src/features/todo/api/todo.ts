import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Todo {
    todo {
      dueUntil
      hasMore
      items {
        kind
        count
        corpus
        corpusTitle
        extract
        extractName
        creator
      }
    }
  }
`);

export type Todo = ResultOf<typeof query>['todo'];
export type TodoItem = Todo['items'][number];

/** It is requested again at every visit: other pages change what it counts. */
export const todoOptions = queryOptions({ queryKey: ['todo'], queryFn: async () => (await request(query)).todo, staleTime: 0 });
