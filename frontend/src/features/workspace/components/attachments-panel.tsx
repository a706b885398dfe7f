import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { attachmentsOptions } from '@/features/documents/api/list-attachments';
import { AttachmentLink } from '@/features/documents/components/attachment-link';
import { PathTree } from '@/features/documents/components/path-tree';
import { pathTree } from '@/features/documents/model/path-tree';

import { useDocumentContext } from '../document-context';
import styles from './attachments-panel.module.css';

/** Return the root of the tree: the parent document, or this one if the user cannot see the parent. */
const rootOf = ({ uuid, title, path, parent }: DocumentDetail) => (parent ? { ...parent, path: '' } : { uuid, title, path });

/** All attachments of the uploaded file as a tree. */
export function AttachmentsPanel() {
  const { document, corpusInUrl: corpus } = useDocumentContext();
  const root = rootOf(document);
  const attachments = useQuery(attachmentsOptions(root.uuid));
  if (attachments.isPending) return <SkeletonRows rows={4} label={t`Loading attachments`} />;
  if (attachments.isError) return <ErrorNotice title={t`Attachments could not be loaded`} error={attachments.error} onRetry={() => void attachments.refetch()} />;
  return (
    <nav className={styles['attachments']} aria-label={t`Attachments`}>
      <Link
        to="/d/$uuid"
        params={{ uuid: root.uuid }}
        search={corpus ? { c: corpus } : {}}
        className={styles['root']}
        aria-current={root.uuid === document.uuid ? 'page' : undefined}
      >
        {root.title}
      </Link>
      <PathTree nodes={pathTree(attachments.data, ({ path }) => path, root.path)}>
        {(attachment, name) => <AttachmentLink document={attachment} name={name} current={attachment.uuid === document.uuid} corpus={corpus} />}
      </PathTree>
    </nav>
  );
}
