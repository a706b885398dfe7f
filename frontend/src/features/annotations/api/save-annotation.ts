import { annotationFields } from '@/graphql/annotation-fields';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

import { isSamePassage, type Annotation, type Label } from '../model/annotation';
import { isSameBox } from '../model/box';

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

export const labelInput = ({ id, name }: Label) => (id ? { labelId: id } : { labelName: name });

function placeInput({ spans, box }: Pick<Annotation, 'spans' | 'box'>) {
  if (!box) return { spans: spans.map(({ page, first, last }) => ({ page, first, last })) };
  const { page, left, top, right, bottom } = box;
  return { box: { page, left, top, right, bottom } };
}

/** Create an annotation with a client-side id, which the server keeps. A label without an id is created, too. */
export async function createAnnotation({ documentId, corpusId, joins }: AnnotationTarget, { uuid, label, note, ...place }: Annotation, group: string): Promise<Annotation | null> {
  if (joins) await mutate(joining, { corpusId, documentIds: [documentId] });
  return (await mutate(creation, { id: uuid, documentId, corpusId, ...placeInput(place), note, ...labelInput(label), group })).annotation;
}

interface Change {
  annotation: Annotation;
  before: Annotation;
  group: string;
}

/** Save the label or the place of an annotation, whichever was changed. Fails if `version` is no longer the current one. */
export async function updateAnnotation({ annotation, before, group }: Change, version: string): Promise<Annotation | null> {
  const { uuid, label, spans, box, confidence } = annotation;
  // The same place, sent again, is confirmed.
  const isMoved = !isSameBox(box, before.box) || (!box && !isSamePassage(spans, before.spans)) || confidence !== before.confidence;
  const input = {
    id: uuid,
    ...(label.id !== before.label.id || label.name !== before.label.name ? labelInput(label) : {}),
    ...(isMoved ? placeInput({ spans, box }) : {}),
    ...(version && { version }),
    group,
  };
  return (await mutate(update, input)).annotation;
}

export const deleteAnnotation = (uuid: string, group: string) => mutate(deletion, { id: uuid, group });
