import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';

import type { PathNode } from '../model/path-tree';
import styles from './path-tree.module.css';

interface PathTreeProps<Item> {
  nodes: readonly PathNode<Item>[];
  /** renders an item; folders show their name */
  children: (item: Item, name: string) => ReactNode;
}

/** A tree of items by their paths. */
export function PathTree<Item>({ nodes, children }: PathTreeProps<Item>) {
  return (
    <ul className={styles['tree']}>
      {nodes.map(({ name, path, item, children: below }) => (
        <li key={path}>
          {item === undefined ? (
            <span className={styles['row']}>
              <Folder size={15} aria-hidden="true" />
              <span className={styles['name']}>{name}</span>
            </span>
          ) : (
            children(item, name)
          )}
          {below.length > 0 && <PathTree nodes={below}>{children}</PathTree>}
        </li>
      ))}
    </ul>
  );
}
