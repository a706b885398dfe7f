// The typed `graphql` tag. Types come from schema.graphql, which Django exports; nothing here is edited by hand.
import { initGraphQLTada } from 'gql.tada';

import type { introspection } from './schema-types';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { UUID: string; DateTime: string };
}>();

export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
