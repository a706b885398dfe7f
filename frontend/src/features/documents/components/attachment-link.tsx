import { Link } from '@tanstack/react-router';
import { File } from 'lucide-react';

import type { Attachment } from '../api/list-attachments';
import styles from './path-tree.module.css';
import { StateBadge } from './state-badge';

interface AttachmentLinkProps {
  document: Attachment;
  name: string;
  current: boolean;
  corpus: string | undefined;
}

/** An attachment in the tree of attachments. */
export function AttachmentLink({ document: { uuid, state }, name, current, corpus }: AttachmentLinkProps) {
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
