import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

import type { Annotation } from '../model/annotation';
import { annotationFields } from './annotation-fields';

const creation = graphql(
  `
    mutation CreateAnnotation($input: CreateAnnotationInput!) {
      createAnnotation(input: $input) {
        annotation {
          ...AnnotationFields
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [annotationFields, userError],
);

const deletion = graphql(
  `
    mutation DeleteAnnotation($input: DeleteAnnotationInput!) {
      deleteAnnotation(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const joining = graphql(
  `
    mutation JoinCorpus($input: AddDocumentsToCorpusInput!) {
      addDocumentsToCorpus(input: $input) {
        added
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** The document and corpus that annotations belong to. */
export interface AnnotationTarget {
  documentId: string;
  corpusId: string;
  /** the document is not in the corpus yet: the first annotation adds it */
  joins: boolean;
}

/** Create an annotation with a client-side id, which the server keeps. A label without an id is created, too. */
export async function createAnnotation({ documentId, corpusId, joins }: AnnotationTarget, { uuid, label, spans, note }: Annotation): Promise<Annotation | null> {
  if (joins) await mutate(joining, { corpusId, documentIds: [documentId] });
  const input = {
    id: uuid,
    documentId,
    corpusId,
    spans: spans.map(({ page, first, last }) => ({ page, first, last })),
    note,
    ...(label.id ? { labelId: label.id } : { label: label.name }),
  };
  return (await mutate(creation, input)).annotation;
}

export const deleteAnnotation = (uuid: string) => mutate(deletion, { id: uuid });
