import { count } from '@/lib/format';
import { sendJson } from '@/lib/http';
import { showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

async function deleteDocuments(uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure stops the rest
    await sendJson<void>(`/api/v1/documents/${uuid}`, 'DELETE');
  }
}

export const useDeleteDocuments = () =>
  useInvalidatingMutation({
    mutationFn: deleteDocuments,
    onSuccess: (_result, uuids) => showToast({ text: `Deleted ${count(uuids.length, 'document')}.` }),
    affected: keysOf('documents', 'corpora'),
  });
