import { Link } from '@tanstack/react-router';
import { File } from 'lucide-react';

import type { FoundDocument } from '../api/list-inside';
import styles from './place-tree.module.css';
import { StateBadge } from './state-badge';

interface FoundLinkProps {
  document: FoundDocument;
  name: string;
  current: boolean;
  corpus: string | undefined;
}

/** A document in a tree of places. */
export function FoundLink({ document: { uuid, state }, name, current, corpus }: FoundLinkProps) {
  return (
    <Link
      to="/d/$uuid"
      params={{ uuid }}
      search={corpus ? { c: corpus } : {}}
      className={styles['row']}
      title={name}
      aria-current={current ? 'page' : undefined}
    >
      <File size={15} aria-hidden="true" />
      <span className={styles['name']}>{name}</span>
      {state !== 'READY' && <StateBadge state={state} />}
    </Link>
  );
}
