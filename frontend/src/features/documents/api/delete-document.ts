import { useMutation, useQueryClient } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { count } from '@/lib/format';
import { complain, showToast } from '@/lib/toasts';

const deleteDocuments = async (uuids: readonly string[]) => {
  for (const uuid of uuids) {
    // oxlint-disable-next-line no-await-in-loop -- one after another: the first refusal stops the rest
    await sendJson<void>(`/api/v1/documents/${uuid}`, 'DELETE');
  }
};

export function useDeleteDocuments() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteDocuments,
    onSuccess: (_, uuids) => showToast({ text: `Deleted ${count(uuids.length, 'document')}.` }),
    onError: complain,
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['documents'] }), queryClient.invalidateQueries({ queryKey: ['corpora'] })]),
  });
}
