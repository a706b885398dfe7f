// Small pages that are seldom opened, in one file: each further one would add to what every page loads first.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { Files, Plus, SearchX, Trash2, Users } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ServiceAccounts } from '@/features/account/components/service-accounts';
import { binOptions } from '@/features/bin/api/list-bin';
import { BinFilter, BinTable, EmptyBin } from '@/features/bin/components/bin-table';
import type { BinKind } from '@/features/bin/model/bin-kind';
import { NotificationList } from '@/features/comments/components/notification-list';
import { comparisonOptions } from '@/features/comparison/api/compare-versions';
import { ComparisonView } from '@/features/comparison/components/comparison-view';
import { ExportList } from '@/features/exports/components/export-list';
import { sessionOptions } from '@/features/session/api/session';
import { invitationsOptions, teamsOptions, type Team, type TeamInvitation } from '@/features/sharing/api/teams';
import { InvitationCard, NewTeamDialog, RenameTeamDialog, TeamCard } from '@/features/sharing/components/teams';
import teamsStyles from '@/features/sharing/components/teams.module.css';
import { TodoList } from '@/features/todo/components/todo-list';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { formatBytes, formatCount, TypeTable, UsageMeter, usageOptions, type Usage } from '@/features/usage/components/usage-meter';
import styles from '@/features/usage/components/usage.module.css';
import { binPeriod } from '@/lib/bin-period';
import { fileSize } from '@/lib/format';
import { nodes } from '@/lib/relay';
import { useTitle } from '@/lib/title';

const binRoute = getRouteApi('/signed-in/bin');

function NothingInBin({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <Notice icon={<SearchX />} title={t`Nothing of this kind in the bin`} action={<Button onClick={onClear}>{t`Clear filter`}</Button>} />;
  return (
    <Notice icon={<Trash2 />} title={t`The bin is empty`}>
      {t`Documents, corpora, folders, labels and annotations that you delete are kept here for ${binPeriod()}.`}
    </Notice>
  );
}

function useBin(kind: BinKind | undefined) {
  const list = useInfiniteQuery({ ...binOptions(kind), placeholderData: keepPreviousData });
  return { list, items: list.data?.pages.flatMap(nodes) ?? [], total: list.data?.pages[0]?.totalCount ?? 0 };
}

export function BinPage() {
  useTitle(t`Bin`);
  const { kind } = binRoute.useSearch();
  const navigate = binRoute.useNavigate();
  const { history } = useRouter();
  const { data: user } = useQuery(sessionOptions);
  const { list, items, total } = useBin(kind);
  const filter = (next: BinKind | undefined) => void navigate({ search: next ? { kind: next } : {}, replace: true });
  return (
    <PageFrame
      title={t`Bin`}
      about={total > 0 && plural(total, { one: '# item', other: '# items' })}
      actions={
        <>
          <BinFilter kind={kind} onKind={filter} />
          {total > 0 && <EmptyBin kind={kind} onShowJob={(job) => void navigate({ to: '/jobs', search: { job } })} />}
        </>
      }
    >
      {list.isPending && <SkeletonRows label={t`Loading the bin`} />}
      {list.isError && <ErrorNotice title={t`The bin could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && total === 0 && <NothingInBin filtered={kind !== undefined} onClear={() => filter(undefined)} />}
      {total > 0 && (
        <Scroller label={t`Items in the bin`} more={list}>
          <BinTable items={items} me={user?.username} onOpen={(path) => history.push(path)} />
        </Scroller>
      )}
    </PageFrame>
  );
}

type OpenDialog = 'new' | Team | null;

/** Open invitations, then teams. */
function TeamList({ teams, invitations, onRename }: { teams: readonly Team[]; invitations: readonly TeamInvitation[]; onRename: (team: Team) => void }) {
  const { data: user } = useQuery(sessionOptions);
  return (
    <div className={teamsStyles['teams']} tabIndex={0} role="region" aria-label={t`Teams`}>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
      {teams.map((team) => (
        <TeamCard key={team.id} team={team} me={user?.id ?? ''} onRename={() => onRename(team)}>
          <ServiceAccounts team={team} />
        </TeamCard>
      ))}
    </div>
  );
}

export function TeamsPage() {
  useTitle(t`Your teams`);
  const teams = useQuery(teamsOptions);
  const { data: invitations = [] } = useQuery(invitationsOptions);
  const count = teams.data && teams.data.length + invitations.length;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const create = (
    <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog('new')}>
      {t`New team`}
    </Button>
  );
  return (
    <PageFrame title={t`Your teams`} about={t`Share with a group at once`} actions={Boolean(count) && create}>
      {teams.isPending && <SkeletonRows label={t`Loading your teams`} />}
      {teams.isError && <ErrorNotice title={t`Your teams could not be loaded`} error={teams.error} onRetry={() => void teams.refetch()} />}
      {count === 0 && (
        <Notice icon={<Users />} title={t`No teams yet`} action={create}>
          {t`Create a team and invite your colleagues. Members don’t see each other’s documents unless shared.`}
        </Notice>
      )}
      {teams.data && Boolean(count) && <TeamList teams={teams.data} invitations={invitations} onRename={setDialog} />}
      {dialog === 'new' && <NewTeamDialog onClose={close} />}
      {dialog !== null && dialog !== 'new' && <RenameTeamDialog team={dialog} onClose={close} />}
    </PageFrame>
  );
}

function UsageReport({ usage }: { usage: Usage }) {
  return (
    <div className={styles['page']}>
      <div className={styles['meters']}>
        <UsageMeter label={t`Storage`} text={formatBytes(usage.bytes, usage.limitBytes)} used={usage.bytes} limit={usage.limitBytes} />
        <UsageMeter label={t`Documents`} text={formatCount(usage.documents, usage.limitDocuments)} used={usage.documents} limit={usage.limitDocuments} />
      </div>
      {usage.binBytes > 0 && (
        <p className="muted">
          <Trans>
            {fileSize(usage.binBytes)} of it is in the <Link to="/bin">bin</Link>.
          </Trans>
        </p>
      )}
      {usage.pendingBytes > 0 && <p className="muted">{t`${fileSize(usage.pendingBytes)} are reserved for uploads in progress.`}</p>}
      {usage.byType.length > 0 ? (
        <>
          <TypeTable usage={usage} />
          <p>
            <Trans>
              To free up storage, <Link to="/">delete documents</Link> that you do not need and empty the bin.
            </Trans>
          </p>
        </>
      ) : (
        <Notice icon={<Files />} title={t`No storage used`} action={<UploadButton label={t`Upload documents`} />} />
      )}
    </div>
  );
}

export function UsagePage() {
  useTitle(t`Usage`);
  const usage = useQuery(usageOptions);
  return (
    <PageFrame title={t`Usage`} about={t`Your storage and what uses it`}>
      {usage.isPending && <SkeletonRows rows={3} label={t`Loading usage`} />}
      {usage.isError && <ErrorNotice title={t`Usage could not be loaded`} error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isSuccess && <UsageReport usage={usage.data} />}
    </PageFrame>
  );
}

const compareRoute = getRouteApi('/signed-in/d/$uuid/compare');

function headingOf(title: string, otherTitle: string | null, parts: string | undefined): string {
  if (otherTitle === null) return t`Compare versions of ${title}`;
  return parts === undefined ? t`Compare two documents` : t`Compare two clauses`;
}

/** Leads to the similar texts of the corpus, if the comparison was opened from there, else to the document. */
function Back({ uuid, corpus }: { uuid: string; corpus: string | undefined }) {
  if (corpus === undefined) return <Link to="/d/$uuid" params={{ uuid }}>{t`Open the document`}</Link>;
  return <Link to="/c/$uuid" params={{ uuid: corpus }} search={{ tab: 'similar' }}>{t`All similar texts`}</Link>;
}

/** Two versions of a document, or two documents, side by side. */
export function ComparePage() {
  const { uuid } = compareRoute.useParams();
  const { from, to, old, parts, c } = compareRoute.useSearch();
  const navigate = compareRoute.useNavigate();
  const compared = useQuery({ ...comparisonOptions(uuid, { from, to, old, parts }), placeholderData: keepPreviousData });
  const title = compared.data?.title ?? t`Document`;
  const otherTitle = compared.data?.otherTitle ?? null;
  const heading = headingOf(title, otherTitle, parts);
  useTitle(heading);
  return (
    <PageFrame title={heading} actions={<Back uuid={uuid} corpus={c} />}>
      {compared.isPending && <SkeletonRows label={t`Comparing the versions`} />}
      {compared.isError && <ErrorNotice title={t`The versions could not be compared`} error={compared.error} onRetry={() => void compared.refetch()} />}
      {compared.data && (
        <ComparisonView
          uuid={uuid}
          titles={otherTitle === null ? undefined : [otherTitle, title]}
          comparison={compared.data.comparison}
          moved={compared.data.moved}
          others={compared.data.others}
          old={old}
          onOld={(other) => void navigate({ search: other ? { old: other } : {}, replace: true })}
          onChoose={(earlier, later) => void navigate({ search: { from: earlier, to: later }, replace: true })}
        />
      )}
    </PageFrame>
  );
}

export function TodoPage() {
  useTitle(t({ message: 'To do', context: 'page' }));
  return <TodoList />;
}

export function NotificationsPage() {
  useTitle(t`Notifications`);
  return <NotificationList />;
}

export function ExportsPage() {
  useTitle(t`Exports`);
  return <ExportList />;
}

export { HelpPage } from './help-page';
