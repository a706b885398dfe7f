import { t } from '@lingui/core/macro';
import { ChevronRight, Ellipsis, Files, Folder as FolderIcon, FolderInput, FolderOpen, FolderPlus, Inbox, Pencil, Trash2 } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { EditDialog } from '@/components/ui/edit-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { NameDialog } from '@/components/ui/name-dialog';
import { useCreateFolder, useDeleteFolder, useMoveFolder, type Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import choiceStyles from '@/features/corpora/components/choice.module.css';
import { pathTo, targetsFor, treeRows, withBelow, type TreeRow } from '@/features/corpora/model/folder-tree';
import { UNFILED } from '@/features/corpora/model/unfiled';
import { useCommands } from '@/lib/commands';
import { formatNumber } from '@/lib/format';
import { may } from '@/lib/permissions';

import styles from './corpus-folders.module.css';

interface CorpusFoldersProps {
  corpus: CorpusDetail;
  folders: readonly Folder[];
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
  onMoveDocuments: (uuids: readonly string[], to: Folder | undefined) => void;
}

type FolderAction = 'create' | 'rename' | 'move' | 'delete';

// Drag and drop within a corpus: documents or a folder, with own types that differ from files.
const DOCUMENTS = 'application/x-cartulary-documents';
const FOLDER = 'application/x-cartulary-folder';

type Dragged = { documents: string[] } | { folder: string };

export function setDragData(transfer: DataTransfer, dragged: Dragged): void {
  transfer.clearData();
  transfer.effectAllowed = 'move';
  if ('folder' in dragged) transfer.setData(FOLDER, dragged.folder);
  else transfer.setData(DOCUMENTS, JSON.stringify(dragged.documents));
}

const hasDragData = ({ types }: DataTransfer) => types.includes(DOCUMENTS) || types.includes(FOLDER);

function getDragData(transfer: DataTransfer): Dragged | undefined {
  const folder = transfer.getData(FOLDER);
  if (folder) return { folder };
  const documents = transfer.getData(DOCUMENTS);
  return documents ? { documents: JSON.parse(documents) as string[] } : undefined;
}

interface FolderTreeProps {
  editable: boolean;
  folders: readonly Folder[];
  documentCount: number;
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
  onAction: (act: FolderAction, folder: Folder | undefined) => void;
  onDrop: (dragged: Dragged, target: Folder | undefined) => void;
}

function useDropTarget(onDrop: (dragged: Dragged) => void) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasDragData(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const dragged = getDragData(event.dataTransfer);
      if (!dragged) return;
      event.preventDefault();
      onDrop(dragged);
    },
  };
  return { over, handlers };
}

interface EntryProps {
  icon: ReactNode;
  name: string;
  total: number;
  current: boolean;
  onOpen: () => void;
}

function Entry({ icon, name, total, current, onOpen }: EntryProps) {
  return (
    <button type="button" className={styles['entry']} aria-current={current || undefined} onClick={onOpen} title={name}>
      {icon}
      <span className="truncate">{name}</span>
      <span className={styles['count']}>{formatNumber(total)}</span>
    </button>
  );
}

function FolderMenu({ folder, onAction }: { folder: Folder; onAction: FolderTreeProps['onAction'] }) {
  return (
    <Menu trigger={<IconButton label={t`More for the folder ${folder.name}`} tooltip={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderPlus />} onSelect={() => onAction('create', folder)}>
        {t`New subfolder`}
      </MenuItem>
      <MenuItem icon={<Pencil />} onSelect={() => onAction('rename', folder)}>
        {t`Rename`}
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={() => onAction('move', folder)}>
        {t`Move to…`}
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => onAction('delete', folder)}>
        {t`Delete folder`}
      </MenuItem>
    </Menu>
  );
}

interface RowProps extends Pick<FolderTreeProps, 'editable' | 'current' | 'onOpen' | 'onAction' | 'onDrop'> {
  row: TreeRow<Folder>;
  onToggle: (uuid: string) => void;
}

function Row({ row: { folder, depth, hasChildren, isOpen, total }, editable, current, onOpen, onAction, onDrop, onToggle }: RowProps) {
  const { over, handlers } = useDropTarget((dragged) => onDrop(dragged, folder));
  const isCurrent = current === folder.uuid;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse; the menu has "Move to…" for the keyboard
    <li
      className={styles['row']}
      style={{ paddingInlineStart: depth * 14 }}
      data-over={over || undefined}
      data-current={isCurrent || undefined}
      draggable={editable}
      onDragStart={(event) => setDragData(event.dataTransfer, { folder: folder.uuid })}
      {...(editable && handlers)}
    >
      <button
        type="button"
        className={styles['toggle']}
        aria-label={isOpen ? t`Collapse ${folder.name}` : t`Expand ${folder.name}`}
        aria-expanded={isOpen}
        disabled={!hasChildren}
        onClick={() => onToggle(folder.uuid)}
      >
        <ChevronRight aria-hidden="true" data-open={isOpen || undefined} />
      </button>
      <Entry
        icon={isCurrent ? <FolderOpen aria-hidden="true" /> : <FolderIcon aria-hidden="true" />}
        name={folder.name}
        total={total}
        current={isCurrent}
        onOpen={() => onOpen(folder.uuid)}
      />
      {editable && <FolderMenu folder={folder} onAction={onAction} />}
    </li>
  );
}

function useOpenFolders(folders: readonly Folder[], current: string | undefined) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  // The parents of the current folder are expanded unless the user collapses them.
  const parents = pathTo(folders, current).slice(0, -1);
  const open = new Set([...parents.map(({ uuid }) => uuid), ...toggled.keys()].filter((uuid) => toggled.get(uuid) !== false));
  const toggle = (uuid: string) => setToggled(new Map(toggled).set(uuid, !open.has(uuid)));
  return { open, toggle };
}

function FolderTree({ editable, folders, documentCount, current, onOpen, onAction, onDrop }: FolderTreeProps) {
  const { open, toggle } = useOpenFolders(folders, current);
  const unfiled = useDropTarget((dragged) => onDrop(dragged, undefined));
  const filed = folders.reduce((sum, folder) => sum + folder.documentCount, 0);
  return (
    <nav className={styles['tree']} aria-label={t`Folders`}>
      <div className={styles['head']}>
        <h2>{t`Folders`}</h2>
        {editable && <IconButton label={t`New folder`} icon={<FolderPlus />} onClick={() => onAction('create', undefined)} />}
      </div>
      <ul>
        <li className={styles['row']} data-current={current === undefined || undefined}>
          <Entry icon={<Files aria-hidden="true" />} name={t`All documents`} total={documentCount} current={current === undefined} onOpen={() => onOpen(undefined)} />
        </li>
        {folders.length > 0 && (
          <li className={styles['row']} data-over={unfiled.over || undefined} data-current={current === UNFILED || undefined} {...(editable && unfiled.handlers)}>
            <Entry
              icon={<Inbox aria-hidden="true" />}
              name={t`Not in a folder`}
              total={Math.max(0, documentCount - filed)}
              current={current === UNFILED}
              onOpen={() => onOpen(UNFILED)}
            />
          </li>
        )}
        {treeRows(folders, open).map((row) => (
          <Row key={row.folder.uuid} row={row} editable={editable} current={current} onOpen={onOpen} onAction={onAction} onDrop={onDrop} onToggle={toggle} />
        ))}
      </ul>
      {editable && folders.length === 0 && <p className={styles['help']}>{t`Organize documents in folders. Drop a folder here to upload it with its subfolders.`}</p>}
    </nav>
  );
}

interface OpenDialog {
  action: Exclude<FolderAction, 'delete'>;
  folder: Folder | undefined;
}

const MAX_LENGTH = 100;

interface NewFolderDialogProps {
  corpusId: string;
  /** the parent folder */
  folder: Folder | undefined;
  onClose: () => void;
}

function NewFolderDialog({ corpusId, folder, onClose }: NewFolderDialogProps) {
  return (
    <NameDialog
      title={folder ? t`New folder in “${folder.name}”` : t`New folder`}
      place={`new-folder:${corpusId}:${folder?.uuid ?? ''}`}
      maxLength={MAX_LENGTH}
      confirm={t`Create folder`}
      mutation={useCreateFolder()}
      inputFor={(name) => ({ corpusId, name, ...(folder && { parentId: folder.uuid }) })}
      onClose={onClose}
    />
  );
}

interface RenameFolderDialogProps {
  folder: Folder;
  onClose: () => void;
}

function RenameFolderDialog({ folder: { uuid, name, version }, onClose }: RenameFolderDialogProps) {
  return (
    <EditDialog
      title={t`Rename “${name}”`}
      confirm={t`Rename`}
      path={`/api/v1/folders/${uuid}`}
      version={version}
      draft={`folder:${uuid}`}
      fields={[{ name: 'name', label: t`Name`, value: name, maxLength: MAX_LENGTH }]}
      onClose={onClose}
    />
  );
}

interface MoveDialogProps {
  title: string;
  folders: readonly Folder[];
  /** the folder to move; absent if documents are moved */
  moved?: Folder | undefined;
  onMove: (to: Folder | undefined) => void;
  onClose: () => void;
}

const TOP_LEVEL = '';

/** Moves documents or a folder by keyboard. */
export function MoveDialog({ title, folders, moved, onMove, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState<string>();
  const choice = (value: string, label: string) => (
    <label key={value} className={choiceStyles['choice']}>
      <input type="radio" name="folder" value={value} checked={chosen === value} onChange={() => setChosen(value)} />
      <span className={choiceStyles['title']}>{label}</span>
    </label>
  );
  const move = () => {
    onMove(folders.find(({ uuid }) => uuid === chosen));
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <div className={choiceStyles['list']} role="radiogroup" aria-label={t`Folder`}>
        {moved?.parentUuid !== null && choice(TOP_LEVEL, moved ? t`Top level` : t`Not in a folder`)}
        {targetsFor(folders, moved).map(({ uuid, path }) => choice(uuid, path))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button variant="primary" disabled={chosen === undefined} onClick={move}>
          {t`Move`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function CorpusFolders({ corpus, folders, current, onOpen, onMoveDocuments }: CorpusFoldersProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const moveFolder = useMoveFolder();
  const deleteFolder = useDeleteFolder();
  const close = () => setDialog(undefined);
  useCommands(() => (may(corpus, 'EDIT') ? [{ name: 'folder.create', text: t`New folder`, run: () => setDialog({ action: 'create', folder: undefined }) }] : []));

  const remove = (folder: Folder) => {
    if (withBelow(folders, folder).some(({ uuid }) => uuid === current)) onOpen(folder.parentUuid ?? undefined);
    deleteFolder.mutate(folder);
  };
  const onAction = (action: FolderAction, folder: Folder | undefined) => {
    if (action !== 'delete') setDialog({ action, folder });
    else if (folder) remove(folder);
  };
  const drop = (dragged: Dragged, target: Folder | undefined) => {
    if ('documents' in dragged) {
      onMoveDocuments(dragged.documents, target);
      return;
    }
    const folder = folders.find(({ uuid }) => uuid === dragged.folder);
    const isAllowed = folder && (target ? targetsFor(folders, folder).includes(target) : folder.parentUuid !== null);
    if (isAllowed) moveFolder.mutate({ folder, parentId: target?.uuid });
  };
  return (
    <>
      <FolderTree editable={may(corpus, 'EDIT')} folders={folders} documentCount={corpus.documentCount} current={current} onOpen={onOpen} onAction={onAction} onDrop={drop} />
      {dialog?.action === 'move' && dialog.folder && (
        <MoveDialog
          title={t`Move “${dialog.folder.name}” to…`}
          folders={folders}
          moved={dialog.folder}
          onMove={(to) => dialog.folder && moveFolder.mutate({ folder: dialog.folder, parentId: to?.uuid })}
          onClose={close}
        />
      )}
      {dialog?.action === 'create' && <NewFolderDialog corpusId={corpus.uuid} folder={dialog.folder} onClose={close} />}
      {dialog?.action === 'rename' && dialog.folder && <RenameFolderDialog folder={dialog.folder} onClose={close} />}
    </>
  );
}

interface BreadcrumbsProps {
  folders: readonly Folder[];
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
}

/** The path of the open folder as links. */
export function Breadcrumbs({ folders, current, onOpen }: BreadcrumbsProps) {
  if (current === undefined) return null;
  const path = current === UNFILED ? [{ uuid: UNFILED, name: t`Not in a folder` }] : pathTo(folders, current);
  return (
    <nav className={styles['breadcrumbs']} aria-label={t`Path`}>
      <ol>
        <li>
          <button type="button" onClick={() => onOpen(undefined)}>
            {t`All documents`}
          </button>
        </li>
        {path.map(({ uuid, name }) => (
          <li key={uuid}>
            <ChevronRight aria-hidden="true" />
            {uuid === current ? (
              <span aria-current="page">{name}</span>
            ) : (
              <button type="button" onClick={() => onOpen(uuid)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
