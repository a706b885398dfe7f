// Moving documents between folders.
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

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

interface DocumentMove {
  corpusId: string;
  documentIds: readonly string[];
  /** absent: out of all folders */
  folderId: string | undefined;
  /** of the edits, which are undone together */
  group: string;
}

/** Move documents to a folder. */
export async function moveDocuments({ corpusId, documentIds, folderId, group }: DocumentMove): Promise<void> {
  for (let start = 0; start < documentIds.length; start += BATCH) {
    const input = { corpusId, documentIds: documentIds.slice(start, start + BATCH), group, folderId: folderId ?? null };
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    await mutate(mutation, input);
  }
}
