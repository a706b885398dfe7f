// Labels of whole documents in a corpus: those of one document, adding and removing.
import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';

import type { LabelChange } from '../model/document-labels';

export const documentLabel = graphql(`
  fragment DocumentLabel on DocumentLabel {
    review
    label {
      uuid
      name
      color
    }
  }
`);

const query = graphql(
  `
    query DocumentLabels($id: ID!, $corpusId: ID!) {
      document(id: $id) {
        id
        labels(corpusId: $corpusId) {
          ...DocumentLabel
        }
      }
    }
  `,
  [documentLabel],
);

const mutation = graphql(
  `
    mutation LabelDocuments($input: LabelDocumentsInput!) {
      labelDocuments(input: $input) {
        ids
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type DocumentLabel = ResultOf<typeof documentLabel>['label'] & {
  /** true until a user accepts it */
  suggested?: boolean;
};

/** Return a label of a document as lists show it. */
export const toDocumentLabel = ({ label, review }: ResultOf<typeof documentLabel>): DocumentLabel => ({ ...label, suggested: review === 'PENDING' });

export const documentLabelsOptions = (id: string, corpusId: string) =>
  queryOptions({
    queryKey: ['document-labels', corpusId, id],
    queryFn: async (): Promise<readonly DocumentLabel[]> => ((await request(query, { id, corpusId })).document?.labels ?? []).map(toDocumentLabel),
  });

/** The server accepts this many documents per request. */
const BATCH = 1000;

interface Labelling {
  changes: readonly LabelChange[];
  /** of the edits, which are undone together */
  group: string;
}

export async function labelDocuments({ changes, group }: Labelling): Promise<void> {
  for (const { labelId, documentIds, remove } of changes) {
    for (let start = 0; start < documentIds.length; start += BATCH) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after another
      await mutate(mutation, { id: labelId, documentIds: documentIds.slice(start, start + BATCH), remove, group });
    }
  }
}

export const keysOfDocumentLabels = (corpusId: string) => [
  ['corpus-documents', corpusId],
  ['document-labels', corpusId],
  ['corpus-labels', corpusId],
];
