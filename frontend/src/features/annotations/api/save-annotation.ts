import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';

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
          code
          message
          field
        }
      }
    }
  `,
  [annotationFields],
);

const deletion = graphql(`
  mutation DeleteAnnotation($input: DeleteAnnotationInput!) {
    deleteAnnotation(input: $input) {
      deletedId
      errors {
        code
        message
        field
      }
    }
  }
`);

export interface Place {
  documentId: string;
  corpusId: string;
}

/** The id is ours from the start, so that an annotation never changes identity. A label without an id is made on the way. */
export async function createAnnotation({ documentId, corpusId }: Place, { uuid, label, spans, note }: Annotation): Promise<Annotation | null> {
  const input = {
    id: uuid,
    documentId,
    corpusId,
    spans: spans.map(({ page, first, last }) => ({ page, first, last })),
    note,
    ...(label.id ? { labelId: label.id } : { label: label.name }),
  };
  return unwrap((await request(creation, { input })).createAnnotation).annotation;
}

export const deleteAnnotation = async (uuid: string) => unwrap((await request(deletion, { input: { id: uuid } })).deleteAnnotation);
