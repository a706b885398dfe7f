// Suggest the verified sources of an extraction as annotations, and say how many are new.
import { plural, t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';

import { sendJson } from '@/lib/http';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Extract } from './api/extracts';

interface Suggested {
  source_count: number;
  new_count: number;
  next: string | null;
}

/** Suggest the sources of columns, or of all, a batch at a time. */
async function suggestSources(extractId: string, columns: readonly string[]): Promise<Suggested> {
  const total: Suggested = { source_count: 0, new_count: 0, next: null };
  do {
    const body = { ...(columns.length > 0 && { columns }), ...(total.next && { after: total.next }) };
    // oxlint-disable-next-line no-await-in-loop -- each batch begins after the one before
    const batch = await sendJson<Suggested>(`/api/v1/extracts/${extractId}/suggestions`, 'POST', body);
    total.source_count += batch.source_count;
    total.new_count += batch.new_count;
    total.next = batch.next;
  } while (total.next);
  return total;
}

function resultText({ source_count, new_count }: Suggested): string {
  if (new_count > 0) return plural(new_count, { one: '# new suggestion', other: '# new suggestions' });
  return source_count > 0 ? t`Nothing new: all of this was suggested or labelled before.` : t`Nothing to suggest: no value has a verified source in the current text of its document.`;
}

/** Return the mutation, which takes ids of columns; all columns if there is none. */
export function useSuggestSources({ id, corpus }: Pick<Extract, 'id' | 'corpus'>) {
  const navigate = useNavigate();
  const review = () => void navigate({ to: '/c/$uuid', params: { uuid: corpus }, search: { tab: 'annotations', by: 'EXTRACT', review: 'PENDING' } });
  return useInvalidatingMutation({
    mutationFn: (columns: readonly string[]) => suggestSources(id, columns),
    onSuccess: (suggested) => showToast({ text: resultText(suggested), ...(suggested.source_count > 0 && { action: { label: t`Review suggestions`, run: review } }) }),
  });
}
