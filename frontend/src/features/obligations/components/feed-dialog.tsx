import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SecretText } from '@/components/ui/secret-text';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { copyText } from '@/lib/clipboard';
import { mutate, request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';
import { showErrorToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './obligations.module.css';

const calendarFeedsQuery = graphql(`
  query CalendarFeeds($id: ID!) {
    corpus(id: $id) {
      id
      calendarFeeds(first: 50) {
        edges {
          node {
            id
            path
            created
          }
        }
      }
    }
  }
`);

type CalendarFeed = NonNullable<ResultOf<typeof calendarFeedsQuery>['corpus']>['calendarFeeds']['edges'][number]['node'];

const createCalendarFeedMutation = graphql(
  `
    mutation CreateCalendarFeed($input: CreateCalendarFeedInput!) {
      createCalendarFeed(input: $input) {
        calendarFeed {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deleteCalendarFeedMutation = graphql(
  `
    mutation DeleteCalendarFeed($input: DeleteCalendarFeedInput!) {
      deleteCalendarFeed(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const calendarFeedsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['calendar-feeds', corpusId],
    queryFn: async () => nodes((await request(calendarFeedsQuery, { id: corpusId })).corpus?.calendarFeeds ?? { edges: [] }),
  });

const useCreateFeed = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: () => mutate(createCalendarFeedMutation, { corpusId }),
    affected: [['calendar-feeds', corpusId]],
  });

const useDeleteFeed = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: (id: string) => mutate(deleteCalendarFeedMutation, { id }),
    affected: [['calendar-feeds', corpusId]],
  });

function Feed({ feed, busy, onRevoke }: { feed: CalendarFeed; busy: boolean; onRevoke: () => void }) {
  const url = `${location.origin}${feed.path}`;
  return (
    <li className={styles['feed']}>
      <SecretText>{url}</SecretText>
      <div className={styles['buttons']}>
        <span className="muted small">
          {t`Created`} <RelativeTime iso={feed.created} />
        </span>
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={() => void copyText(url).catch(showErrorToast)}>
          {t`Copy address`}
        </Button>
        <Button size="small" variant="quiet" busy={busy} onClick={onRevoke}>
          {t`Revoke`}
        </Button>
      </div>
    </li>
  );
}

/** The addresses at which calendar programs read the obligations that the user sees in a corpus. */
export function FeedDialog({ corpusId, onClose }: { corpusId: string; onClose: () => void }) {
  const feeds = useQuery(calendarFeedsOptions(corpusId));
  const create = useCreateFeed(corpusId);
  const revoke = useDeleteFeed(corpusId);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Subscribe in a calendar program`}
      description={t`Add an address as a subscription in your calendar program. Anyone who has it sees the obligations that you see in this corpus, until you revoke it.`}
    >
      <DialogBody>
        {feeds.isError && <ErrorNotice title={t`The addresses could not be loaded`} error={feeds.error} onRetry={() => void feeds.refetch()} />}
        <ul aria-label={t`Calendar addresses`} className={styles['feeds']}>
          {feeds.data?.map((feed) => (
            <Feed key={feed.id} feed={feed} busy={revoke.isPending && revoke.variables === feed.id} onRevoke={() => revoke.mutate(feed.id)} />
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t`Done`}</Button>
        <Button variant="primary" icon={<CalendarPlus aria-hidden="true" />} busy={create.isPending} onClick={() => create.mutate(undefined)}>
          {t`Create address`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
