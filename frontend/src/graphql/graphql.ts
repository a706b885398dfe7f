// The typed `graphql` tag. Types come from schema.graphql, which Django exports; nothing here is edited by hand.
import type { initGraphQLTada } from 'gql.tada';

import type { introspection } from './schema-types';
import { tag } from './tag';

type Typed = typeof initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { UUID: string; DateTime: string };
}>;

export const graphql = tag as unknown as ReturnType<Typed>;

export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
