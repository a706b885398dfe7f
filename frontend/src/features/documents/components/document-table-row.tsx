import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { When } from '@/components/ui/when';
import { languageName } from '@/lib/format';
import { personName } from '@/lib/people';
import { isMine, may } from '@/lib/permissions';

import type { DocumentRow } from '../api/list-documents';
import { useRetryDocument } from '../api/retry-document';
import { damageWords } from '../model/damage';
import styles from './document-table.module.css';
import { FoundCount } from './found-count';
import { ParentLink } from './parent-link';
import { PublicBadge } from './public-badge';
import { ScanBadge } from './scan-badge';
import { StateBadge } from './state-badge';
import { Thumbnail } from './thumbnail';

interface DocumentTableRowProps {
  document: DocumentRow;
  rowIndex: number;
  corpus?: string;
  chosen: boolean;
  /** absent where nothing can be done with a selection */
  onChoose?: ((on: boolean) => void) | undefined;
  menu: ReactNode;
  onDrag?: (transfer: DataTransfer) => void;
}

function reason({ state, failure, warnings, damage }: DocumentRow): string | undefined {
  if (damage) return damageWords(damage);
  return state === 'FAILED' ? failure?.message : warnings[0]?.message;
}

function StateCell({ document }: { document: DocumentRow }) {
  const retry = useRetryDocument();
  const why = reason(document);
  return (
    <div className={styles['state']}>
      <StateBadge state={document.state} />
      <ScanBadge document={document} />
      {why && (
        <span className={styles['reason']} title={why}>
          {why}
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

export function DocumentTableRow({ document, rowIndex, corpus, chosen, onChoose, menu, onDrag }: DocumentTableRowProps) {
  return (
    <tr
      className={styles['row']}
      aria-rowindex={rowIndex}
      data-chosen={chosen || undefined}
      draggable={onDrag !== undefined}
      {...(onDrag && { onDragStart: (event: DragEvent) => onDrag(event.dataTransfer) })}
    >
      <td>{onChoose && <Checkbox label={`Select ${document.title}`} checked={chosen} onChange={onChoose} />}</td>
      <td>
        <div className={styles['title']}>
          <Thumbnail url={document.thumbnailUrl} />
          <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={corpus ? { c: corpus } : {}} title={document.filename} className={styles['link']}>
            {document.title}
          </Link>
          <FoundCount count={document.childCount} />
          <ParentLink document={document} corpus={corpus} className={styles['owner']} />
          {document.isPublic && <PublicBadge />}
          {!isMine(document) && <span className={styles['owner']}>by {personName(document.owner)}</span>}
        </div>
      </td>
      <td>
        <StateCell document={document} />
      </td>
      <td className={styles['pages']}>{document.pageCount > 0 ? document.pageCount.toLocaleString('en') : '–'}</td>
      <td className={styles['language']}>{languageName(document.language) || '–'}</td>
      <td className={styles['added']}>
        <When iso={document.created} />
      </td>
      <td>{menu}</td>
    </tr>
  );
}
