import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { actionText, originText, type AuditInfo } from '@/lib/messages/audit';
import { useRestPages } from '@/lib/rest-pages';

import styles from './audit-list.module.css';

// The audit log: entries about an object, or about the own account.

interface AuditEntry extends AuditInfo {
  id: string;
  created: string;
  actor: { username: string; name: string } | null;
  interface: string;
  address: string | null;
  user_agent: string;
  object_kind: string;
  object_id: string | null;
  /** null if it has none, is deleted or is not visible */
  object_name: string | null;
  document_id: string | null;
  document_title: string | null;
}

const PAGE_SIZE = 20;

function useAuditLog(objectId: string) {
  const query = new URLSearchParams({ object: objectId, page_size: String(PAGE_SIZE) });
  return useRestPages<AuditEntry>(['audit-log', objectId], `/api/v1/audit-log?${query.toString()}`);
}

/** The name of the object and a link to the document that an entry is about, without those of the object that the list is about. */
function Named({ entry, objectId }: { entry: AuditEntry; objectId: string }) {
  const isDocument = entry.object_kind === 'document';
  const name = isDocument || entry.object_id === objectId ? null : entry.object_name;
  const [document, title] = isDocument ? [entry.object_id, entry.object_name] : [entry.document_id, entry.document_title];
  return (
    <>
      {name !== null && <span className={styles['name']}> {t`“${name}”`}</span>}
      {document !== null && title !== null && document !== objectId && (
        <>
          {' · '}
          <Link to="/d/$uuid" params={{ uuid: document }}>
            {title}
          </Link>
        </>
      )}
    </>
  );
}

function AuditItem({ entry, objectId, showActor }: { entry: AuditEntry; objectId: string; showActor: boolean }) {
  const { actor, created, user_agent: browser } = entry;
  const origin = originText(entry);
  return (
    <li className={styles['item']}>
      <p className={styles['action']}>
        {actionText(entry)}
        <Named entry={entry} objectId={objectId} />
        {showActor && <span className={styles['actor']}>{' '}
          {actor ? t`by ${actor.name || actor.username}` : t`by an unknown user`}</span>}
      </p>
      <p className={styles['facts']} title={browser}>
        <RelativeTime iso={created} />
        {origin && <> · {origin}</>}
      </p>
    </li>
  );
}

interface AuditListProps {
  /** of a document, a corpus, or the own account */
  objectId: string;
  /** the name of the list for screen readers */
  label: string;
  showActor?: boolean;
}

/** The entries about an object, newest first. */
export function AuditList({ objectId, label, showActor = true }: AuditListProps) {
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditLog(objectId);
  if (error) return <ErrorNotice title={t`The activity could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!items) return <SkeletonRows rows={3} label={t`Loading the entries`} />;
  if (items.length === 0) return <p className={styles['facts']}>{t`Nothing has been recorded yet.`}</p>;
  return (
    <>
      <ul className={styles['list']} aria-label={label}>
        {items.map((entry) => (
          <AuditItem key={entry.id} entry={entry} objectId={objectId} showActor={showActor} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t`Show older`}
        </Button>
      )}
    </>
  );
}
