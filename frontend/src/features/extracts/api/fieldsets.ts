import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { allRestPages } from '@/lib/rest-pages';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

/** A column as the editor holds it; `id` if it exists. */
export interface ColumnDraft {
  id?: string;
  name: string;
  question: string;
  instructions?: string;
  type: string;
  choices?: readonly string[];
  items?: string | null;
  schema?: Record<string, unknown> | null;
}

export interface Fieldset {
  id: string;
  name: string;
  description: string;
  columns: readonly (ColumnDraft & { id: string })[];
  version: string;
}

export interface Template {
  slug: string;
  name: string;
  description: string;
  columns: readonly ColumnDraft[];
}

export const fieldsetsOptions = (corpusId: string) =>
  queryOptions({ queryKey: ['fieldsets', corpusId], queryFn: () => allRestPages<Fieldset>(`/api/v1/corpuses/${corpusId}/fieldsets?page_size=200`) });

export const templatesOptions = queryOptions({
  queryKey: ['fieldset-templates'],
  queryFn: async () => (await sendJson<{ templates: Template[] }>('/api/v1/fieldset-templates', 'GET')).templates,
  staleTime: Infinity,
});

interface Saved {
  /** the fieldset to change; a new one if absent */
  id?: string | undefined;
  name: string;
  template?: string;
  columns: readonly ColumnDraft[];
}

/** Create a fieldset, or change its name and columns. Errors are shown by the form. */
export const useSaveFieldset = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: ({ id, name, template, columns }: Saved) =>
      id
        ? sendJson<Fieldset>(`/api/v1/fieldsets/${id}`, 'PATCH', { name, columns })
        : sendJson<Fieldset>(`/api/v1/corpuses/${corpusId}/fieldsets`, 'POST', { name, columns, ...(template && { template }) }),
    onError: ignoreError,
  });
