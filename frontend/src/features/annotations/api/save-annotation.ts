import { problem } from '@/graphql/fragments';
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
          ...Problem
        }
      }
    }
  `,
  [annotationFields, problem],
);

const deletion = graphql(
  `
    mutation DeleteAnnotation($input: DeleteAnnotationInput!) {
      deleteAnnotation(input: $input) {
        deletedId
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const joining = graphql(
  `
    mutation JoinCorpus($input: AddDocumentsToCorpusInput!) {
      addDocumentsToCorpus(input: $input) {
        added
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

export interface Place {
  documentId: string;
  corpusId: string;
  /** the corpus does not hold the document yet: the first annotation puts it there */
  joins: boolean;
}

const join = async ({ documentId, corpusId }: Place) =>
  unwrap((await request(joining, { input: { corpusId, documentIds: [documentId] } })).addDocumentsToCorpus);

/** The id is ours from the start, so that an annotation never changes identity. A label without an id is made on the way. */
export async function createAnnotation(place: Place, { uuid, label, spans, note }: Annotation): Promise<Annotation | null> {
  if (place.joins) await join(place);
  const { documentId, corpusId } = place;
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
