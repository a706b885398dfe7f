// Undo and redo edits on the server.
import type { QueryClient } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

import type { Annotation } from '../model/annotation';
import type { Replay } from '../model/history';
import { annotationFields } from './annotation-fields';

const undoing = graphql(
  `
    mutation UndoEdits($input: UndoEditsInput!) {
      undoEdits(input: $input) {
        annotations {
          ...AnnotationFields
        }
        deletedIds
        errors {
          ...UserError
        }
      }
    }
  `,
  [annotationFields, userError],
);

const redoing = graphql(
  `
    mutation RedoEdits($input: RedoEditsInput!) {
      redoEdits(input: $input) {
        annotations {
          ...AnnotationFields
        }
        deletedIds
        errors {
          ...UserError
        }
      }
    }
  `,
  [annotationFields, userError],
);

export interface Replayed {
  annotations: readonly Annotation[];
  /** uuids of the annotations that are in the bin now */
  deleted: readonly string[];
}

/** Query keys of what edits change. */
export const UNDONE = [['annotations'], ['edits'], ['bin'], ['threads'], ['document-labels'], ['corpus-labels'], ['field-values'], ['document-fields'], ['corpus-documents'], ['documents'], ['document']];

export const refreshUndone = (queryClient: QueryClient) => Promise.all(UNDONE.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Return the uuid in a global id. */
const uuidOf = (id: string) => atob(id).replace(/^.*:/, '');

export async function replayEdits({ kind, group }: Pick<Replay, 'kind' | 'group'>): Promise<Replayed> {
  const { annotations, deletedIds } = kind === 'undo' ? await mutate(undoing, { group }) : await mutate(redoing, { group });
  return { annotations: annotations ?? [], deleted: (deletedIds ?? []).map(uuidOf) };
}
