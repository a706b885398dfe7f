import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { FileText, Paperclip } from 'lucide-react';
import type { DragEvent, ReactNode, Ref } from 'react';

import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { RelativeTime } from '@/components/ui/relative-time';
import { fileSize, formatNumber, languageName } from '@/lib/format';
import { lazyComponent, lazyPart } from '@/lib/lazy-part';
import { damageText } from '@/lib/messages/documents';
import { isMine } from '@/lib/permissions';
import { exactTime } from '@/lib/time';
import { displayName } from '@/lib/users';

import type { DocumentRow } from '../api/document-list';
import { isNamedAfterFile } from '../model/file-name';
import styles from './document-table.module.css';
import type { ExtraColumn } from './extra-column';
import { ParentLink } from './parent-link';
import { PublicBadge } from './public-badge';
import { ScanBadge } from './scan-badge';
import { StateBadge } from './state-badge';
import { Thumbnail } from './thumbnail';

/** The number of attachments of a document. */
function AttachmentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="neutral" icon={<Paperclip aria-hidden="true" />}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">{plural(count, { one: '# attachment', other: '# attachments' })}</span>
    </Badge>
  );
}

/** The icons of other types than texts, loaded after the first list. */
const useIcons = lazyPart(async () => (await import('./type-icons')).TYPE_ICONS);

/** The icon of a file type, beside its name. */
function TypeIcon({ mimeType }: { mimeType: string }) {
  const icons = useIcons();
  const Icon = icons?.find(([types]) => types.test(mimeType))?.[1] ?? FileText;
  return <Icon aria-hidden="true" />;
}

const RetryButton = lazyComponent(async () => (await import('./retry-button')).RetryButton);

interface DocumentTableRowProps {
  ref: Ref<HTMLTableRowElement>;
  document: DocumentRow;
  index: number;
  corpus?: string | undefined;
  /** whether it is the Tab stop of the list */
  active: boolean;
  selected: boolean;
  /** absent if rows cannot be selected */
  onSelect?: ((selected: boolean, withShift: boolean) => void) | undefined;
  menu: ReactNode;
  labels?: ReactNode;
  extras: readonly ExtraColumn[];
  onDrag?: (transfer: DataTransfer) => void;
}

const useErrorTexts = lazyPart(() => import('@/lib/messages/errors'));
const useServerMessages = lazyPart(() => import('@/lib/messages/server-messages'));

function useProblem({ state, failure, warnings, damage }: DocumentRow): string | undefined {
  const texts = useErrorTexts(state === 'FAILED');
  const [warning] = warnings;
  const messages = useServerMessages(Boolean(warning));
  if (damage) return damageText(damage);
  if (state === 'FAILED') return failure ? texts?.documentFailureText(failure).message : undefined;
  return warning && messages?.warningText(warning);
}

function StateCell({ document }: { document: DocumentRow }) {
  return (
    <div className={styles['state']}>
      <StateBadge state={document.state} />
      <ScanBadge document={document} />
      {document.state === 'FAILED' && <RetryButton document={document} />}
    </div>
  );
}

/** The title is a link that covers the row, and its tooltip has what the columns shorten. */
function TitleCell({ document, corpus, active, labels }: Pick<DocumentTableRowProps, 'document' | 'corpus' | 'active' | 'labels'>) {
  const problem = useProblem(document);
  return (
    <div className={styles['title']}>
      <Thumbnail url={document.thumbnailUrl} />
      <Link
        to="/d/$uuid"
        params={{ uuid: document.uuid }}
        search={corpus ? { c: corpus } : {}}
        title={[document.filename, t`Added ${exactTime(document.created)}`, problem].filter(Boolean).join('\n')}
        className={styles['link']}
        tabIndex={active ? 0 : -1}
        draggable={false}
      >
        {document.title}
      </Link>
      {!isNamedAfterFile(document) && <span className={styles['filename']}>{document.filename}</span>}
      {labels}
      <AttachmentCount count={document.attachmentCount} />
      <ParentLink document={document} corpus={corpus} className={styles['owner']} tabIndex={-1} />
      {document.isPublic && <PublicBadge />}
      {!isMine(document) && <span className={styles['narrowOwner']}>{t`by ${displayName(document.owner)}`}</span>}
      {problem && <span className={styles['problem']}>{problem}</span>}
    </div>
  );
}

export function DocumentTableRow({ ref, document, index, corpus, active, selected, onSelect, menu, labels, extras, onDrag }: DocumentTableRowProps) {
  return (
    <tr
      ref={ref}
      className={styles['row']}
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={selected || undefined}
      draggable={onDrag !== undefined}
      {...(onDrag && { onDragStart: (event: DragEvent) => onDrag(event.dataTransfer) })}
    >
      <td>{onSelect && <Checkbox label={t`Select ${document.title}`} checked={selected} tabIndex={-1} onChange={onSelect} />}</td>
      <td>
        <TitleCell document={document} corpus={corpus} active={active} labels={labels} />
      </td>
      <td className={styles['type']}>
        <TypeIcon mimeType={document.mimeType} />
        {document.shortTypeName}
      </td>
      <td>
        <StateCell document={document} />
      </td>
      <td className={styles['size']}>{fileSize(document.size)}</td>
      <td className={styles['pages']}>{document.pageCount > 0 ? formatNumber(document.pageCount) : '–'}</td>
      <td className={styles['language']}>{languageName(document.language) || '–'}</td>
      <td className={styles['ownerColumn']}>{displayName(document.owner)}</td>
      <td className={styles['added']}>
        <RelativeTime iso={document.created} />
      </td>
      {extras.map(({ label, className = styles['extra'], render }) => (
        <td key={label} className={className}>
          {render(document)}
        </td>
      ))}
      <td>{menu}</td>
    </tr>
  );
}
