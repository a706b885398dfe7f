import { Link } from '@tanstack/react-router';
import { File, Folder } from 'lucide-react';

import type { FoundDocument } from '../api/list-inside';
import type { PlaceNode } from '../model/place-tree';
import styles from './place-tree.module.css';
import { StateBadge } from './state-badge';

interface PlaceTreeProps {
  nodes: readonly PlaceNode<FoundDocument>[];
  current: string;
  corpus?: string | undefined;
}

function Name({ node: { name, item }, current, corpus }: Omit<PlaceTreeProps, 'nodes'> & { node: PlaceNode<FoundDocument> }) {
  if (!item) {
    return (
      <span className={styles['row']}>
        <Folder size={15} aria-hidden="true" />
        <span className={styles['name']}>{name}</span>
      </span>
    );
  }
  return (
    <Link
      to="/d/$uuid"
      params={{ uuid: item.uuid }}
      search={corpus ? { c: corpus } : {}}
      className={styles['row']}
      title={name}
      aria-current={item.uuid === current ? 'page' : undefined}
    >
      <File size={15} aria-hidden="true" />
      <span className={styles['name']}>{name}</span>
      {item.state !== 'READY' && <StateBadge state={item.state} />}
    </Link>
  );
}

/** What was found in a document, by place. Each is a link of its own. */
export function PlaceTree({ nodes, ...shown }: PlaceTreeProps) {
  return (
    <ul className={styles['tree']}>
      {nodes.map((node) => (
        <li key={node.place}>
          <Name node={node} {...shown} />
          {node.inside.length > 0 && <PlaceTree nodes={node.inside} {...shown} />}
        </li>
      ))}
    </ul>
  );
}
