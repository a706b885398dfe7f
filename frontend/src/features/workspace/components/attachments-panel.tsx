import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { File } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { PathTree } from '@/features/documents/components/path-tree';
import pathTreeStyles from '@/features/documents/components/path-tree.module.css';
import { StateBadge } from '@/features/documents/components/state-badge';
import { pathTree } from '@/features/documents/model/path-tree';
import { processingPollInterval } from '@/features/documents/model/status-poll';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes, NO_NODES } from '@/lib/relay';

import { useDocumentContext } from '../document-context';
import styles from './attachments-panel.module.css';

/** Return the root of the tree: the parent document, or this one if the user cannot see the parent. */
const rootOf = ({ uuid, title, path, parent }: DocumentDetail) => (parent ? { ...parent, path: '' } : { uuid, title, path });

const query = graphql(`
  query Attachments($id: ID!, $after: String) {
    document(id: $id) {
      id
      attachments(first: 200, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            uuid
            title
            path
            state
          }
        }
      }
    }
  }
`);

type Attachments = NonNullable<ResultOf<typeof query>['document']>['attachments'];
type Attachment = Attachments['edges'][number]['node'];

/** All attachments of a document, including attachments of attachments. */
const attachmentsOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'attachments', uuid],
    queryFn: () => allNodes<Attachment>(async (after) => (await request(query, { id: uuid, after })).document?.attachments ?? NO_NODES),
    refetchInterval: ({ state: { data } }) => processingPollInterval(data ?? []),
  });

interface AttachmentLinkProps {
  document: Attachment;
  name: string;
  current: boolean;
  corpus: string | undefined;
}

/** An attachment in the tree of attachments. */
function AttachmentLink({ document: { uuid, state }, name, current, corpus }: AttachmentLinkProps) {
  return (
    <Link
      to="/d/$uuid"
      params={{ uuid }}
      search={corpus ? { c: corpus } : {}}
      className={pathTreeStyles['row']}
      title={name}
      aria-current={current ? 'page' : undefined}
    >
      <File size={15} aria-hidden="true" />
      <span className={pathTreeStyles['name']}>{name}</span>
      {state !== 'READY' && <StateBadge state={state} />}
    </Link>
  );
}

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
