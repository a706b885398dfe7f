// Saved views of a list: one's own, and shared ones.
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { quoted } from '@/lib/format';
import { allNodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { readQuery, type ListState, type ViewKind } from '../model/view-state';

const query = graphql(`
  query SavedViews($corpusId: ID, $kind: SavedViewKind!, $first: Int!, $after: String) {
    savedViews(corpusId: $corpusId, kind: $kind, first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          uuid
          name
          query
          invalid
          isShared
          isMine
          version
        }
      }
    }
  }
`);

const creation = graphql(
  `
    mutation CreateSavedView($input: CreateSavedViewInput!) {
      createSavedView(input: $input) {
        savedView {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const update = graphql(
  `
    mutation UpdateSavedView($input: UpdateSavedViewInput!) {
      updateSavedView(input: $input) {
        savedView {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deletion = graphql(
  `
    mutation DeleteSavedView($input: DeleteSavedViewInput!) {
      deleteSavedView(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type SavedView = Omit<ResultOf<typeof query>['savedViews']['edges'][number]['node'], 'query'> & { state: ListState };

/** The list that views are of. */
export interface ViewedList {
  kind: ViewKind;
  /** absent for the list of all documents */
  corpusId?: string | undefined;
}

const PAGE_SIZE = 100;
const KEY = ['saved-views'];

export const savedViewsOptions = ({ kind, corpusId }: ViewedList) =>
  queryOptions({
    queryKey: [...KEY, kind, corpusId],
    queryFn: async (): Promise<SavedView[]> => {
      const found = await allNodes(async (after) => (await request(query, { kind, corpusId: corpusId ?? null, first: PAGE_SIZE, after })).savedViews);
      return found.map(({ query: stored, ...view }) => ({ ...view, state: readQuery(kind, stored, view.invalid) }));
    },
  });

interface NewView {
  name: string;
  state: ListState;
  isShared: boolean;
}

export const useCreateView = ({ kind, corpusId }: ViewedList, onSaved?: (uuid: string) => void) =>
  useInvalidatingMutation({
    mutationFn: async ({ name, state, isShared }: NewView) =>
      (await mutate(creation, { kind, name, isShared, query: JSON.stringify(state), ...(corpusId && { corpusId }) })).savedView,
    affected: [KEY],
    onSuccess: (view) => view && onSaved?.(view.uuid),
    onError: ignoreError,
  });

interface ViewChange {
  view: SavedView;
  name?: string;
  state?: ListState;
  isShared?: boolean;
}

export const useUpdateView = (onError?: (error: Error) => void) =>
  useInvalidatingMutation({
    mutationFn: ({ view: { uuid, version }, state, ...changes }: ViewChange) => mutate(update, { id: uuid, version, ...changes, ...(state && { query: JSON.stringify(state) }) }),
    affected: [KEY],
    onSuccess: (_, { view, name }) => showToast({ text: t`Saved the view ${quoted(name ?? view.name)}.` }),
    ...(onError && { onError }),
  });

/** Deletes a view; "Undo" saves it again. */
export function useDeleteView(list: ViewedList) {
  const { mutate: create } = useCreateView(list);
  return useInvalidatingMutation({
    mutationFn: ({ uuid }: SavedView) => mutate(deletion, { id: uuid }),
    affected: [KEY],
    onSuccess: (_, view) => showToast({ text: t`Deleted the view ${quoted(view.name)}.`, action: { label: t`Undo`, run: () => create(view) } }),
  });
}
