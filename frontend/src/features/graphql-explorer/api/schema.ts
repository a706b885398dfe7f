import { queryOptions } from '@tanstack/react-query';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';

import { sendJson } from '@/lib/http';

/** The schema of this installation, unless it forbids introspection. */
export const schemaOptions = queryOptions({
  queryKey: ['graphql-schema'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const { data } = await sendJson<{ data?: IntrospectionQuery }>('/graphql/', 'POST', { query: getIntrospectionQuery() }, { signal });
    if (!data) throw new Error('The schema is not available.');
    return buildClientSchema(data);
  },
});
