// Fields of the documents of a corpus: their definitions, and the values of one document.
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const documentField = graphql(`
  fragment DocumentField on DocumentField {
    uuid
    name
    description
    type
    choices
    position
    valueCount
    version
  }
`);

const fields = graphql(
  `
    query DocumentFields($id: ID!) {
      corpus(id: $id) {
        id
        fields {
          ...DocumentField
        }
      }
    }
  `,
  [documentField],
);

const values = graphql(`
  query FieldValues($id: ID!, $corpusId: ID!) {
    document(id: $id) {
      id
      fieldValues(corpusId: $corpusId) {
        field {
          uuid
        }
        values
        version
      }
    }
  }
`);

const creation = graphql(
  `
    mutation CreateField($input: CreateFieldInput!) {
      createField(input: $input) {
        documentField {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const update = graphql(
  `
    mutation UpdateField($input: UpdateFieldInput!) {
      updateField(input: $input) {
        documentField {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deletion = graphql(
  `
    mutation DeleteField($input: DeleteFieldInput!) {
      deleteField(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const setting = graphql(
  `
    mutation SetFieldValues($input: SetFieldValuesInput!) {
      setFieldValues(input: $input) {
        ids
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type DocumentField = ResultOf<typeof documentField>;
export type FieldType = DocumentField['type'];

export interface FieldValue {
  values: readonly string[];
  version: string;
}

export const documentFieldsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['document-fields', corpusId],
    queryFn: async (): Promise<readonly DocumentField[]> => (await request(fields, { id: corpusId })).corpus?.fields ?? [],
  });

/** The values of a document, by field. */
export const fieldValuesOptions = (id: string, corpusId: string) =>
  queryOptions({
    queryKey: ['field-values', corpusId, id],
    queryFn: async (): Promise<ReadonlyMap<string, FieldValue>> => {
      const found = (await request(values, { id, corpusId })).document?.fieldValues ?? [];
      return new Map(found.map(({ field, ...value }) => [field.uuid, value]));
    },
  });

export const useCreateField = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: (field: { name: string; description: string; type: FieldType; choices: string[] }) => mutate(creation, { corpusId, ...field }),
    onError: ignoreError,
  });

interface FieldEdit {
  id: string;
  name?: string;
  description?: string;
  choices?: string[];
  renamedChoices?: { choice: string; name: string }[];
  position?: number;
  version?: string;
}

export const useUpdateField = (onError?: (error: Error) => void) =>
  useInvalidatingMutation({
    mutationFn: (field: FieldEdit) => mutate(update, field),
    ...(onError && { onError }),
  });

export const useDeleteField = () =>
  useDeletion({
    mutationFn: ({ uuid }: Pick<DocumentField, 'uuid' | 'name'>, group) => mutate(deletion, { id: uuid, group }),
    isEdit: true,
    uuids: ({ uuid }) => [uuid],
    text: ({ name }) => t`Moved ${quoted(name)} to the bin.`,
  });

export interface FieldChange {
  fieldId: string;
  documentIds: string[];
  values: string[];
  /** of the present values, in the order of the documents; empty: none */
  versions?: string[];
  /** of the edit, which can be undone */
  group?: string;
}

/** A request that is repeated changes nothing. */
export const setFieldValues = ({ fieldId, ...change }: FieldChange) => mutate(setting, { ...change, id: fieldId });

/** The query keys of what shows values, except those of one document. */
export const keysOfValues = (corpusId: string) => [
  ['document-fields', corpusId],
  ['corpus-documents', corpusId],
];

/** Set the value of documents for a field, or clear it. */
export const useSetFieldValues = () =>
  useInvalidatingMutation({
    mutationFn: setFieldValues,
    onError: ignoreError,
  });
