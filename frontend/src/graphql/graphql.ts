// The typed `graphql` tag. Types are generated from schema.graphql, which Django exports.
import type { initGraphQLTada } from 'gql.tada';

import type { introspection } from './schema-types';
import { tag } from './tag';

type Typed = typeof initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { UUID: string; Date: string; DateTime: string; JSONObject: string };
}>;

export const graphql = tag as unknown as ReturnType<Typed>;

export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
