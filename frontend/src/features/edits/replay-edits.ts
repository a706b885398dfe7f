// Undo and redo edits on the server.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import { annotationFields } from '@/graphql/annotation-fields';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { dismissUndo, showErrorToast } from '@/lib/toasts';
import { withdrawEdit } from '@/lib/undoable-edits';

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

/** Return the uuid in a global id. */
const uuidOf = (id: string) => atob(id).replace(/^.*:/, '');

/** Undo a group of edits, or do them again. Return the annotations that it changed, and the uuids of those that are in the bin now. */
export async function replayEdits({ kind, group }: { kind: 'undo' | 'redo'; group: string }) {
  const { annotations, deletedIds } = kind === 'undo' ? await mutate(undoing, { group }) : await mutate(redoing, { group });
  if (kind === 'undo') dismissUndo(group);
  return { annotations: annotations ?? [], deleted: (deletedIds ?? []).map(uuidOf) };
}

async function undoGroup(queryClient: QueryClient, group: string): Promise<void> {
  await replayGroup(queryClient, 'undo', group);
  withdrawEdit(group);
}

/** Return the part of a toast that offers to undo a group of edits. */
export const offerUndo = (queryClient: QueryClient, group: string) => ({
  undoes: group,
  action: { label: t`Undo`, run: () => void undoGroup(queryClient, group).catch(showErrorToast) },
});

/** Undo a group of edits, or do them again, and load their history. */
export async function replayGroup(queryClient: QueryClient, kind: 'undo' | 'redo', group: string): Promise<void> {
  try {
    await replayEdits({ kind, group });
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['edits'] });
  }
}
