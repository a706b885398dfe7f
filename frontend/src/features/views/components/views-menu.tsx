import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Bookmark, Check, Pencil, Plus, Save, Share2, Trash2, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '@/components/ui/menu';
import { NameDialog } from '@/components/ui/name-dialog';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

// Saved views of a list: one's own, and shared ones.

const viewsQuery = graphql(`
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

const viewCreation = graphql(
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

const viewUpdate = graphql(
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

const viewDeletion = graphql(
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

// The parameters of the address of a list, as a saved view has them.

type ViewKind = 'DOCUMENTS' | 'CORPUS_DOCUMENTS' | 'ANNOTATIONS';

type ListState = Readonly<Record<string, string | undefined>>;

/** The parameters of the lists; see `docs/howto/saved-views.md`. */
const PARAMETERS: Record<ViewKind, readonly string[]> = {
  DOCUMENTS: ['q', 'state', 'scope', 'attachments', 'sort'],
  CORPUS_DOCUMENTS: ['folder', 'label', 'sort', 'field', 'is', 'contains', 'from', 'to', 'empty', 'sortField', 'descending'],
  ANNOTATIONS: ['label', 'by', 'creator', 'review', 'words'],
};

/** Return the parameters of a list that have a value. */
export function stateOf(kind: ViewKind, search: object): Record<string, string> {
  const values = new Map(Object.entries(search));
  return Object.fromEntries(PARAMETERS[kind].flatMap((name) => (typeof values.get(name) === 'string' ? [[name, String(values.get(name))]] : [])));
}

/** Return the parameters of a stored query, without those that are not valid any more. */
export function readQuery(kind: ViewKind, json: unknown, invalid: readonly string[]): Record<string, string> {
  const query: unknown = typeof json === 'string' ? JSON.parse(json) : json;
  const state = stateOf(kind, typeof query === 'object' && query !== null ? query : {});
  return Object.fromEntries(Object.entries(state).filter(([name]) => !invalid.includes(name)));
}

export const isSame = (one: ListState, other: ListState) => [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name]);

type SavedView = Omit<ResultOf<typeof viewsQuery>['savedViews']['edges'][number]['node'], 'query'> & { state: ListState };

/** The list that views are of. */
interface ViewedList {
  kind: ViewKind;
  /** absent for the list of all documents */
  corpusId?: string | undefined;
}

const PAGE_SIZE = 100;
const KEY = ['saved-views'];

const savedViewsOptions = ({ kind, corpusId }: ViewedList) =>
  queryOptions({
    queryKey: [...KEY, kind, corpusId],
    queryFn: async (): Promise<SavedView[]> => {
      const found = await allNodes(async (after) => (await request(viewsQuery, { kind, corpusId: corpusId ?? null, first: PAGE_SIZE, after })).savedViews);
      return found.map(({ query: stored, ...view }) => ({ ...view, state: readQuery(kind, stored, view.invalid) }));
    },
  });

interface NewView {
  name: string;
  state: ListState;
  isShared: boolean;
}

const useCreateView = ({ kind, corpusId }: ViewedList, onSaved?: (uuid: string) => void) =>
  useInvalidatingMutation({
    mutationFn: async ({ name, state, isShared }: NewView) =>
      (await mutate(viewCreation, { kind, name, isShared, query: JSON.stringify(state), ...(corpusId && { corpusId }) })).savedView,
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

const useUpdateView = (onError?: (error: Error) => void) =>
  useInvalidatingMutation({
    mutationFn: ({ view: { uuid, version }, state, ...changes }: ViewChange) => mutate(viewUpdate, { id: uuid, version, ...changes, ...(state && { query: JSON.stringify(state) }) }),
    affected: [KEY],
    onSuccess: (_, { view, name }) => showToast({ text: t`Saved the view ${quoted(name ?? view.name)}.` }),
    ...(onError && { onError }),
  });

/** Deletes a view; "Undo" saves it again. */
function useDeleteView(list: ViewedList) {
  const { mutate: create } = useCreateView(list);
  return useInvalidatingMutation({
    mutationFn: ({ uuid }: SavedView) => mutate(viewDeletion, { id: uuid }),
    affected: [KEY],
    onSuccess: (_, view) => showToast({ text: t`Deleted the view ${quoted(view.name)}.`, action: { label: t`Undo`, run: () => create(view) } }),
  });
}

export interface ViewsMenuProps extends ViewedList {
  /** the search parameters of the page */
  search: object;
  /** the id of the chosen view, from the address */
  chosen: string | undefined;
  mayShare: boolean;
  /** may end the sharing of views of others */
  mayUnshare: boolean;
  /** shows a state of the list, and marks a view as chosen */
  onShow: (state: ListState, view: string | undefined) => void;
}

/** Show the filters of the view in the address, if that has no others: a link to a view has none. */
function useLinkedView(view: SavedView | undefined, state: ListState, onShow: ViewsMenuProps['onShow']) {
  const applied = useRef<string>(undefined);
  useEffect(() => {
    if (!view || applied.current === view.uuid) return;
    applied.current = view.uuid;
    if (view.invalid.length > 0) showToast({ text: t`The view ${quoted(view.name)} has filters that do not exist any more. They were left out.` });
    if (isSame(state, {}) && !isSame(view.state, {})) onShow(view.state, view.uuid);
  });
}

function Choices({ views, chosen, onShow }: { views: readonly SavedView[]; chosen: SavedView | undefined; onShow: ViewsMenuProps['onShow'] }) {
  return views.map((view) => (
    <MenuItem key={view.uuid} icon={view === chosen ? <Check /> : <Bookmark />} onSelect={() => onShow(view.state, view.uuid)}>
      {view.name}
      {view === chosen && <span className="visually-hidden"> {t`(chosen)`}</span>}
    </MenuItem>
  ));
}

interface ActionsProps extends ViewsMenuProps {
  view: SavedView;
  state: ListState;
  onRename: () => void;
}

/** The actions on the chosen view. */
function ViewActions({ view, state, mayShare, mayUnshare, onRename, onShow, ...list }: ActionsProps) {
  const { mutate: update } = useUpdateView();
  const { mutate: remove } = useDeleteView(list);
  const { name, isMine, isShared } = view;
  const onDelete = () => remove(view, { onSuccess: () => onShow(state, undefined) });
  return (
    <>
      <MenuSeparator />
      {isMine && !isSame(state, view.state) && (
        <MenuItem icon={<Save />} onSelect={() => update({ view, state })}>
          {t`Update ${quoted(name)}`}
        </MenuItem>
      )}
      {isMine && (
        <MenuItem icon={<Pencil />} onSelect={onRename}>
          {t`Rename…`}
        </MenuItem>
      )}
      {isMine && !isShared && mayShare && (
        <MenuItem icon={<Share2 />} onSelect={() => update({ view, isShared: true })}>
          {t`Share with the readers of the corpus`}
        </MenuItem>
      )}
      {isShared && (isMine || mayUnshare) && (
        <MenuItem icon={<Users />} onSelect={() => update({ view, isShared: false })}>
          {t`Stop sharing`}
        </MenuItem>
      )}
      {isMine && (
        <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
          {t`Delete`}
        </MenuItem>
      )}
    </>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const update = useUpdateView(ignoreError);
  return <NameDialog title={t`Rename ${quoted(view.name)}`} place={`view:${view.uuid}`} maxLength={100} confirm={t`Rename`} mutation={update} inputFor={(name) => ({ view, name })} onClose={onClose} />;
}

function SaveDialog({ list, state, onSaved, onClose }: { list: ViewedList; state: ListState; onSaved: (uuid: string) => void; onClose: () => void }) {
  const create = useCreateView(list, onSaved);
  return (
    <NameDialog
      title={t`Save this view`}
      place={`new-view:${list.kind}:${list.corpusId ?? ''}`}
      description={t`The filters and the order of this list, under a name.`}
      maxLength={100}
      confirm={t`Save`}
      mutation={create}
      inputFor={(name) => ({ name, state, isShared: false })}
      onClose={onClose}
    />
  );
}

/** The saved views of a list: choose one, save the current filters, and change the chosen one. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { kind, corpusId, search, chosen, onShow } = props;
  const list = { kind, corpusId };
  const { data: views = [] } = useQuery(savedViewsOptions(list));
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const state = stateOf(kind, search);
  const view = views.find(({ uuid }) => uuid === chosen);
  useLinkedView(view, state, onShow);
  const [mine, shared] = [views.filter(({ isMine }) => isMine), views.filter(({ isMine }) => !isMine)];
  const savedText = view && (isSame(state, view.state) ? t`View: ${view.name}` : t`View: ${view.name} (changed)`);
  const text = savedText ?? t`Views`;
  const onClose = () => setDialog(undefined);
  return (
    <>
      <Menu trigger={<Button icon={<Bookmark aria-hidden="true" />}>{text}</Button>}>
        {mine.length > 0 && <MenuNote>{t`My views`}</MenuNote>}
        <Choices views={mine} chosen={view} onShow={onShow} />
        {shared.length > 0 && <MenuNote>{t`Shared views`}</MenuNote>}
        <Choices views={shared} chosen={view} onShow={onShow} />
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={<Plus />} onSelect={() => setDialog('save')}>
          {t`Save as…`}
        </MenuItem>
        {view && <ViewActions {...props} view={view} state={state} onRename={() => setDialog('rename')} />}
      </Menu>
      {dialog === 'save' && <SaveDialog list={list} state={state} onSaved={(uuid) => onShow(state, uuid)} onClose={onClose} />}
      {dialog === 'rename' && view && <RenameDialog view={view} onClose={onClose} />}
    </>
  );
}
