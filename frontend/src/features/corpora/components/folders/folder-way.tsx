import { ChevronRight } from 'lucide-react';

import type { Folder } from '../../api/folders';
import { UNFILED, wayTo } from '../../model/folder-tree';
import styles from './folders.module.css';

interface FolderWayProps {
  folders: readonly Folder[];
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
}

/** Where the open folder stands; each step leads there. */
export function FolderWay({ folders, current, onOpen }: FolderWayProps) {
  if (current === undefined) return null;
  const way = current === UNFILED ? [{ uuid: UNFILED, name: 'In no folder' }] : wayTo(folders, current);
  return (
    <nav className={styles['way']} aria-label="Path">
      <ol>
        <li>
          <button type="button" onClick={() => onOpen(undefined)}>
            All documents
          </button>
        </li>
        {way.map(({ uuid, name }) => (
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
