// Moving documents between folders, with undo.
import { plural } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import { AFFECTED, type Folder } from './folders';

const mutation = graphql(
  `
    mutation MoveDocuments($input: MoveDocumentsInput!) {
      moveDocuments(input: $input) {
        moved
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** The server accepts this many documents per request. */
const BATCH = 500;

/** Move documents to a folder; without `folderId`, out of all folders. All are one edit. */
export async function moveDocuments(corpusId: string, documentIds: readonly string[], folderId: string | undefined): Promise<string> {
  const group = uuidv7();
  for (let start = 0; start < documentIds.length; start += BATCH) {
    const input = { corpusId, documentIds: documentIds.slice(start, start + BATCH), group, ...(folderId && { folderId }) };
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    await mutate(mutation, input);
  }
  return group;
}

export interface DocumentMove {
  corpusId: string;
  documentIds: readonly string[];
  /** absent: out of all folders */
  to: Folder | undefined;
}

export function useMoveDocuments() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: ({ corpusId, documentIds, to }: DocumentMove) => moveDocuments(corpusId, documentIds, to?.uuid),
    affected: AFFECTED,
    onSuccess: (group, { documentIds, to }) => {
      const count = documentIds.length;
      const folder = to?.name ?? '';
      const text = to
        ? plural(count, { one: `Moved # document to “${folder}”.`, other: `Moved # documents to “${folder}”.` })
        : plural(count, { one: 'Moved # document out of its folder.', other: 'Moved # documents out of their folders.' });
      showToast({ text, ...offerUndo(queryClient, group) });
    },
  });
}
