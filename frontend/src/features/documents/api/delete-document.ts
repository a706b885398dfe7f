import { plural, t } from '@lingui/core/macro';

import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';

import { countAttachments, rootsOf, type DeletedDocument } from '../model/deletion';

const mutation = graphql(
  `
    mutation DeleteDocuments($input: DeleteDocumentsInput!) {
      deleteDocuments(input: $input) {
        deletedIds
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** The server accepts this many documents per request. */
const BATCH = 100;

type Documents = readonly DeletedDocument[];

const idsOf = (documents: Documents) => rootsOf(documents).map(({ uuid }) => uuid);

/** Delete documents with all their versions, but of an older version only that one. */
async function deleteDocuments(documents: Documents): Promise<void> {
  const ids = idsOf(documents);
  const allVersions = documents.every(({ newestVersion }) => !newestVersion);
  for (let start = 0; start < ids.length; start += BATCH) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure stops the rest
    await mutate(mutation, { ids: ids.slice(start, start + BATCH), allVersions });
  }
}

function deletionText(documents: Documents): string {
  const [first] = documents;
  const attachments = countAttachments(documents);
  const names = documents.length === 1 && first ? quoted(first.title) : plural(documents.length, { one: '# document', other: '# documents' });
  if (attachments === 0) return t`Moved ${names} to the bin.`;
  return plural(attachments, { one: `Moved ${names} and # attachment to the bin.`, other: `Moved ${names} and # attachments to the bin.` });
}

export const useDeleteDocuments = (onSuccess: () => void) =>
  useDeletion({ mutationFn: (documents: Documents) => deleteDocuments(documents), uuids: idsOf, text: deletionText, onSuccess });
