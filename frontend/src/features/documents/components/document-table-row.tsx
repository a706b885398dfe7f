import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { RelativeTime } from '@/components/ui/relative-time';
import { languageName } from '@/lib/format';
import { documentFailureText } from '@/lib/messages/errors';
import { damageText } from '@/lib/messages/documents';
import { displayName } from '@/lib/users';
import { isMine, may } from '@/lib/permissions';

import type { DocumentRow } from '../api/document-list';
import { useRetryDocument } from '../api/retry-document';
import styles from './document-table.module.css';
import { AttachmentCount } from './attachment-count';
import { ParentLink } from './parent-link';
import { PublicBadge } from './public-badge';
import { ScanBadge } from './scan-badge';
import { StateBadge } from './state-badge';
import { Thumbnail } from './thumbnail';

interface DocumentTableRowProps {
  document: DocumentRow;
  rowIndex: number;
  corpus?: string;
  selected: boolean;
  /** absent if rows cannot be selected */
  onSelect?: ((selected: boolean, withShift: boolean) => void) | undefined;
  menu: ReactNode;
  onDrag?: (transfer: DataTransfer) => void;
}

function problemOf({ state, failure, warnings, damage }: DocumentRow): string | undefined {
  if (damage) return damageText(damage);
  if (state === 'FAILED') return failure ? documentFailureText(failure).message : undefined;
  return warnings[0]?.message;
}

function StateCell({ document }: { document: DocumentRow }) {
  const retry = useRetryDocument();
  const problem = problemOf(document);
  return (
    <div className={styles['state']}>
      <StateBadge state={document.state} />
      <ScanBadge document={document} />
      {problem && (
        <span className={styles['problem']} title={problem}>
          {problem}
        </span>
      )}
      {document.state === 'FAILED' && may(document, 'EDIT') && (
        <Button
          size="small"
          icon={<RotateCcw aria-hidden="true" />}
          aria-label={`Retry ${document.title}`}
          busy={retry.isPending}
          onClick={() => retry.mutate({ uuid: document.uuid })}
        >
          Retry
        </Button>
      )}
    </div>
  );
}

export function DocumentTableRow({ document, rowIndex, corpus, selected, onSelect, menu, onDrag }: DocumentTableRowProps) {
  return (
    <tr
      className={styles['row']}
      aria-rowindex={rowIndex}
      data-selected={selected || undefined}
      draggable={onDrag !== undefined}
      {...(onDrag && { onDragStart: (event: DragEvent) => onDrag(event.dataTransfer) })}
    >
      <td>{onSelect && <Checkbox label={`Select ${document.title}`} checked={selected} onChange={onSelect} />}</td>
      <td>
        <div className={styles['title']}>
          <Thumbnail url={document.thumbnailUrl} />
          <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={corpus ? { c: corpus } : {}} title={document.filename} className={styles['link']}>
            {document.title}
          </Link>
          <AttachmentCount count={document.attachmentCount} />
          <ParentLink document={document} corpus={corpus} className={styles['owner']} />
          {document.isPublic && <PublicBadge />}
          {!isMine(document) && <span className={styles['owner']}>by {displayName(document.owner)}</span>}
        </div>
      </td>
      <td>
        <StateCell document={document} />
      </td>
      <td className={styles['pages']}>{document.pageCount > 0 ? document.pageCount.toLocaleString('en') : '–'}</td>
      <td className={styles['language']}>{languageName(document.language) || '–'}</td>
      <td className={styles['added']}>
        <RelativeTime iso={document.created} />
      </td>
      <td>{menu}</td>
    </tr>
  );
}
