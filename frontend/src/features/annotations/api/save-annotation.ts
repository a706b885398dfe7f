import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

import { isSamePassage, type Annotation, type Label, type Span } from '../model/annotation';
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

const update = graphql(
  `
    mutation UpdateAnnotation($input: UpdateAnnotationInput!) {
      updateAnnotation(input: $input) {
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

const labelInput = ({ id, name }: Label) => (id ? { labelId: id } : { label: name });

const spanInput = (spans: readonly Span[]) => spans.map(({ page, first, last }) => ({ page, first, last }));

/** Create an annotation with a client-side id, which the server keeps. A label without an id is created, too. */
export async function createAnnotation({ documentId, corpusId, joins }: AnnotationTarget, { uuid, label, spans, note }: Annotation): Promise<Annotation | null> {
  if (joins) await mutate(joining, { corpusId, documentIds: [documentId] });
  return (await mutate(creation, { id: uuid, documentId, corpusId, spans: spanInput(spans), note, ...labelInput(label) })).annotation;
}

/** Save the label or the passage of an annotation, whichever was changed. Fails if `version` is no longer the current one. */
export async function updateAnnotation({ uuid, label, spans, confidence }: Annotation, before: Annotation, version: string): Promise<Annotation | null> {
  // The same passage, sent again, is confirmed.
  const isMoved = !isSamePassage(spans, before.spans) || confidence !== before.confidence;
  const input = {
    id: uuid,
    ...(label.id !== before.label.id || label.name !== before.label.name ? labelInput(label) : {}),
    ...(isMoved ? { spans: spanInput(spans) } : {}),
    ...(version && { version }),
  };
  return (await mutate(update, input)).annotation;
}

export const deleteAnnotation = (uuid: string) => mutate(deletion, { id: uuid });
