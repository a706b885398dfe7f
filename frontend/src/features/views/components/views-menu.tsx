import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Check, Pencil, Plus, Save, Share2, Trash2, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '@/components/ui/menu';
import { NameDialog } from '@/components/ui/name-dialog';
import { quoted } from '@/lib/format';
import { showToast } from '@/lib/toasts';
import { ignoreError } from '@/lib/use-invalidating-mutation';

import { savedViewsOptions, useCreateView, useDeleteView, useUpdateView, type SavedView, type ViewedList } from '../api/saved-views';
import { isSame, stateOf, type ListState } from '../model/view-state';

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
