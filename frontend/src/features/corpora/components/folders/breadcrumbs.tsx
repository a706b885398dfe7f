import { t } from '@lingui/core/macro';
import { ChevronRight } from 'lucide-react';

import type { Folder } from '../../api/folders';
import { pathTo } from '../../model/folder-tree';
import { UNFILED } from '../../model/unfiled';
import styles from './folders.module.css';

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
