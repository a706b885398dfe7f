import { ChevronRight, Ellipsis, Files, Folder as FolderIcon, FolderInput, FolderOpen, FolderPlus, Inbox, Pencil, Trash2 } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';

import type { Folder } from '../../api/folders';
import { treeRows, UNFILED, wayTo, type TreeRow } from '../../model/folder-tree';
import { carries, drag, dropped, type Dragged } from './dragged';
import styles from './folders.module.css';

export type FolderAct = 'create' | 'rename' | 'move' | 'delete';

interface FolderTreeProps {
  /** others look through the folders, and change none */
  editable: boolean;
  folders: readonly Folder[];
  documentCount: number;
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
  onAct: (act: FolderAct, folder: Folder | undefined) => void;
  onDrop: (dragged: Dragged, target: Folder | undefined) => void;
}

function useDropTarget(onDrop: (dragged: Dragged) => void) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!carries(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const dragged = dropped(event.dataTransfer);
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
      <span className={styles['count']}>{total.toLocaleString('en')}</span>
    </button>
  );
}

function FolderMenu({ folder, onAct }: { folder: Folder; onAct: FolderTreeProps['onAct'] }) {
  return (
    <Menu trigger={<IconButton label={`More for the folder ${folder.name}`} hint={false} icon={<Ellipsis />} />}>
      <MenuItem icon={<FolderPlus />} onSelect={() => onAct('create', folder)}>
        New folder in it
      </MenuItem>
      <MenuItem icon={<Pencil />} onSelect={() => onAct('rename', folder)}>
        Rename
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={() => onAct('move', folder)}>
        Move to…
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => onAct('delete', folder)}>
        Delete the folder
      </MenuItem>
    </Menu>
  );
}

interface RowProps extends Pick<FolderTreeProps, 'editable' | 'current' | 'onOpen' | 'onAct' | 'onDrop'> {
  row: TreeRow<Folder>;
  onToggle: (uuid: string) => void;
}

function Row({ row: { folder, depth, hasChildren, isOpen, total }, editable, current, onOpen, onAct, onDrop, onToggle }: RowProps) {
  const { over, handlers } = useDropTarget((dragged) => onDrop(dragged, folder));
  const isCurrent = current === folder.uuid;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is the mouse's way; "Move to…" in the menu is everybody's
    <li
      className={styles['row']}
      style={{ paddingLeft: depth * 14 }}
      data-over={over || undefined}
      data-current={isCurrent || undefined}
      draggable={editable}
      onDragStart={(event) => drag(event.dataTransfer, { folder: folder.uuid })}
      {...(editable && handlers)}
    >
      <button
        type="button"
        className={styles['toggle']}
        aria-label={`${isOpen ? 'Close' : 'Open'} ${folder.name}`}
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
      {editable && <FolderMenu folder={folder} onAct={onAct} />}
    </li>
  );
}

function useOpenFolders(folders: readonly Folder[], current: string | undefined) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  // The way to the open folder is open unless somebody closes it.
  const way = wayTo(folders, current).slice(0, -1);
  const open = new Set([...way.map(({ uuid }) => uuid), ...toggled.keys()].filter((uuid) => toggled.get(uuid) !== false));
  const toggle = (uuid: string) => setToggled(new Map(toggled).set(uuid, !open.has(uuid)));
  return { open, toggle };
}

export function FolderTree({ editable, folders, documentCount, current, onOpen, onAct, onDrop }: FolderTreeProps) {
  const { open, toggle } = useOpenFolders(folders, current);
  const loose = useDropTarget((dragged) => onDrop(dragged, undefined));
  const filed = folders.reduce((sum, folder) => sum + folder.documentCount, 0);
  return (
    <nav className={styles['tree']} aria-label="Folders">
      <div className={styles['head']}>
        <h2>Folders</h2>
        {editable && <IconButton label="New folder" icon={<FolderPlus />} onClick={() => onAct('create', undefined)} />}
      </div>
      <ul>
        <li className={styles['row']} data-current={current === undefined || undefined}>
          <Entry icon={<Files aria-hidden="true" />} name="All documents" total={documentCount} current={current === undefined} onOpen={() => onOpen(undefined)} />
        </li>
        {folders.length > 0 && (
          <li className={styles['row']} data-over={loose.over || undefined} data-current={current === UNFILED || undefined} {...(editable && loose.handlers)}>
            <Entry
              icon={<Inbox aria-hidden="true" />}
              name="In no folder"
              total={Math.max(0, documentCount - filed)}
              current={current === UNFILED}
              onOpen={() => onOpen(UNFILED)}
            />
          </li>
        )}
        {treeRows(folders, open).map((row) => (
          <Row key={row.folder.uuid} row={row} editable={editable} current={current} onOpen={onOpen} onAct={onAct} onDrop={onDrop} onToggle={toggle} />
        ))}
      </ul>
      {editable && folders.length === 0 && <p className={styles['hint']}>Folders keep a large corpus in order. Drop a folder here to upload it as it is.</p>}
    </nav>
  );
}
