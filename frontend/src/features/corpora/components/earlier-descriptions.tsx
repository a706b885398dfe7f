import { t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Markdown } from '@/components/ui/markdown';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { offerUndo } from '@/features/edits/replay-edits';
import { userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { afterMutation } from '@/lib/after-mutation';
import { request } from '@/lib/graphql-client';
import { sendJson } from '@/lib/http';
import { may } from '@/lib/permissions';
import { nodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { displayName } from '@/lib/users';
import { uuidv7 } from '@/lib/uuid';

import type { CorpusDetail } from '../api/get-corpus';
import styles from './description.module.css';

// The descriptions that a corpus has had.

const corpusDescriptionsQuery = graphql(
  `
    query CorpusDescriptions($id: ID!) {
      corpus(id: $id) {
        id
        descriptions(first: 100) {
          edges {
            node {
              id
              text
              created
              author {
                ...UserName
              }
            }
          }
        }
      }
    }
  `,
  [userName],
);

type Description = NonNullable<ResultOf<typeof corpusDescriptionsQuery>['corpus']>['descriptions']['edges'][number]['node'];

const descriptionsOptions = (corpus: string) =>
  queryOptions({
    queryKey: ['corpus', corpus, 'descriptions'],
    queryFn: async (): Promise<Description[]> => {
      const { corpus: found } = await request(corpusDescriptionsQuery, { id: corpus });
      return found ? nodes(found.descriptions) : [];
    },
  });

const useSaveDescription = (corpus: string) =>
  useInvalidatingMutation({
    mutationFn: ({ description, group }: { description: string; group: string }) => sendJson<void>(`/api/v1/corpuses/${corpus}`, 'PATCH', { description, group }),
  });

interface EarlierDescriptionsProps {
  corpus: CorpusDetail;
  onClose: () => void;
}

interface RevisionProps extends EarlierDescriptionsProps {
  revision: Description;
}

function Revision({ corpus, revision: { text, author, created }, onClose }: RevisionProps) {
  const saving = useSaveDescription(corpus.uuid);
  const isCurrent = text === corpus.description;
  const queryClient = useQueryClient();
  const restore = () => {
    const group = uuidv7();
    const done = () => {
      showToast({ text: t`Description restored.`, ...offerUndo(queryClient, group) });
      onClose();
    };
    void afterMutation(saving.mutateAsync({ description: text, group }), done);
  };
  return (
    <li className={styles['revision']}>
      <p className="muted small">
        {author ? displayName(author) : t`Unknown author`} · <RelativeTime iso={created} />
      </p>
      {text ? <Markdown text={text} /> : <p className="muted">{t`No description`}</p>}
      {!isCurrent && may(corpus, 'EDIT') && (
        <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={saving.isPending} onClick={restore}>
          {t`Restore`}
        </Button>
      )}
    </li>
  );
}

/** The descriptions that a corpus has had, each of which can be restored. */
export function EarlierDescriptions({ corpus, onClose }: EarlierDescriptionsProps) {
  const revisions = useQuery(descriptionsOptions(corpus.uuid));
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title={t`Earlier descriptions`}>
      <DialogBody>
        {revisions.isPending && <SkeletonRows rows={3} label={t`Loading the descriptions`} />}
        {revisions.isError && <ErrorNotice title={t`The descriptions could not be loaded`} error={revisions.error} onRetry={() => void revisions.refetch()} />}
        {revisions.data?.length === 0 && <p className="muted">{t`It has not been changed yet.`}</p>}
        <ol className={styles['revisions']} reversed>
          {revisions.data?.map((revision) => (
            <Revision key={revision.id} {...{ corpus, revision, onClose }} />
          ))}
        </ol>
      </DialogBody>
    </Dialog>
  );
}
