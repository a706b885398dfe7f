import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';

import type { PlaceNode } from '../model/place-tree';
import styles from './place-tree.module.css';

interface PlaceTreeProps<Item> {
  nodes: readonly PlaceNode<Item>[];
  /** one that is there; folders show their name */
  children: (item: Item, name: string) => ReactNode;
}

/** Things by their places. */
export function PlaceTree<Item>({ nodes, children }: PlaceTreeProps<Item>) {
  return (
    <ul className={styles['tree']}>
      {nodes.map(({ name, place, item, inside }) => (
        <li key={place}>
          {item === undefined ? (
            <span className={styles['row']}>
              <Folder size={15} aria-hidden="true" />
              <span className={styles['name']}>{name}</span>
            </span>
          ) : (
            children(item, name)
          )}
          {inside.length > 0 && <PlaceTree nodes={inside}>{children}</PlaceTree>}
        </li>
      ))}
    </ul>
  );
}
