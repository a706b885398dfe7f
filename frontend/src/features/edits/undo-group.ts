// Undo and redo edits that are not about annotations: of labels, folders, memberships and cells.
import type { QueryClient } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { keysOf } from '@/lib/use-invalidating-mutation';

const undoing = graphql(
  `
    mutation UndoGroup($input: UndoEditsInput!) {
      undoEdits(input: $input) {
        deletedIds
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const redoing = graphql(
  `
    mutation RedoGroup($input: RedoEditsInput!) {
      redoEdits(input: $input) {
        deletedIds
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const CHANGED = keysOf(
  'annotations',
  'bin',
  'corpora',
  'corpus',
  'corpus-documents',
  'corpus-labels',
  'corpus-readiness',
  'document',
  'document-fields',
  'document-labels',
  'documents',
  'edits',
  'extract',
  'extract-index',
  'extract-rows',
  'field-values',
  'folders',
  'labels',
);

/** Undo a group of edits, or do them again, and load what they change. */
export async function replayGroup(queryClient: QueryClient, kind: 'undo' | 'redo', group: string): Promise<void> {
  try {
    await (kind === 'undo' ? mutate(undoing, { group }) : mutate(redoing, { group }));
  } finally {
    for (const queryKey of CHANGED) void queryClient.invalidateQueries({ queryKey });
  }
}
