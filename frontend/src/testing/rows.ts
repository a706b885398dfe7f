// Rows as the fake server has them, typed by the GraphQL schema. A field that a row does not state is empty: null, or what is
// empty in its type.
import type { introspection } from '@/graphql/schema-types';

type Types = introspection['__schema']['types'][number];
type TypeOf = { readonly [T in Types as T['name']]: T };
type ObjectName = { [N in keyof TypeOf]: TypeOf[N] extends { kind: 'OBJECT' } ? N : never }[keyof TypeOf];

interface Scalars {
  Boolean: boolean;
  Int: number;
  Float: number;
}

type NamedValue<N> = N extends keyof TypeOf
  ? TypeOf[N] extends { kind: 'OBJECT' }
    ? Row<N>
    : TypeOf[N] extends { kind: 'ENUM'; enumValues: readonly { name: infer Choice }[] }
      ? Choice
      : TypeOf[N] extends { kind: 'INPUT_OBJECT'; inputFields: readonly (infer Field)[] }
        ? Arguments<Field>
        : N extends keyof Scalars
          ? Scalars[N]
          : TypeOf[N] extends { kind: 'SCALAR' }
            ? string
            : never
  : never;
type Present<T> = T extends { kind: 'LIST'; ofType: infer Item } ? readonly Value<Item>[] : T extends { name: infer N } ? NamedValue<N> : never;
type Value<T> = T extends { kind: 'NON_NULL'; ofType: infer Inner } ? Present<Inner> : Present<T> | null;
type Arguments<Argument> = {
  readonly [A in Argument as A extends { name: infer N extends string; type: { kind: 'NON_NULL' } } ? N : never]: A extends { type: infer T } ? Value<T> : never;
} & {
  readonly [A in Argument as A extends { name: string; type: { kind: 'NON_NULL' } } ? never : A extends { name: infer N extends string } ? N : never]?: A extends {
    type: infer T;
  }
    ? Value<T>
    : never;
};
type FieldOf<N> = N extends keyof TypeOf ? (TypeOf[N] extends { fields: readonly (infer Field)[] } ? Field : never) : never;
type ArgumentsOf<Field> = Field extends { args: readonly (infer Argument)[] } ? Arguments<Argument> : never;
type Answer<Field> = Field extends { type: infer T } ? Value<T> | ((args: ArgumentsOf<Field>) => Value<T> | Promise<Value<T>>) : never;

/** A row of a type of the schema: values, or functions of the arguments of a field. */
export type Row<N> = { readonly [Field in FieldOf<N> as Field extends { name: infer Name extends string } ? Name : never]?: Answer<Field> };

/** The arguments of a field of `Query` or `Mutation`. */
export type ArgumentsOfField<Root, Name> = ArgumentsOf<Extract<FieldOf<Root>, { name: Name }>>;

let last = 0;

/** Return an id that no other row has. */
export const newId = () => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`;

const ALL = ['VIEW', 'ANNOTATE', 'REVIEW', 'EDIT', 'SHARE', 'DELETE'] as const;
const CREATED = '2026-03-02T10:00:00Z';

export const ada = { id: 'ada', username: 'ada', name: '' } satisfies Row<'User'>;

interface Identified {
  readonly id: string;
  readonly uuid: string;
}

/** Return a builder of rows that have ids, and what most rows have in common. */
const builder =
  <N extends ObjectName>(common: Row<N>) =>
  (given: Row<N>): Row<N> & Identified => {
    const id = newId();
    return { ...common, ...given, id, uuid: id };
  };

export const documentRow = builder<'Document'>({
  filename: 'lease.pdf',
  mimeType: 'application/pdf',
  shortTypeName: 'PDF',
  size: 1_000,
  state: 'READY',
  version: '1',
  pageCount: 1,
  created: CREATED,
  myPermissions: ALL,
  owner: ada,
});
export const corpusRow = builder<'Corpus'>({ version: '1', created: CREATED, myPermissions: ALL, owner: ada, isMember: true });
export const labelRow = builder<'Label'>({ version: '1', color: '#0b5fff' });
export const annotationRow = builder<'Annotation'>({ source: 'HUMAN', confidence: 1, page: 1, version: '1', created: CREATED, creator: ada });
export const obligationRow = builder<'Obligation'>({ kind: 'TERM_END', page: 1, version: '1', created: CREATED });
export const savedViewRow = builder<'SavedView'>({ query: '{}', invalid: [], isMine: true, version: '1' });
export const conversationRow = builder<'Conversation'>({ isMine: true, version: '1', updated: CREATED });
export const jobRow = builder<'Job'>({ state: 'SUCCESS', kind: 'documents.process', submitted: CREATED });

/** Return the rows of a connection: all of them, or the page that is asked for. */
export const connection = <Node>(nodes: readonly Node[], { first = nodes.length, after }: { first?: number | null; after?: string | null } = {}) => {
  const start = Number(after ?? 0);
  const end = start + (first ?? nodes.length);
  return {
    totalCount: nodes.length,
    pageInfo: { hasNextPage: end < nodes.length, endCursor: `${end}` },
    edges: nodes.slice(start, end).map((node) => ({ node })),
  };
};
