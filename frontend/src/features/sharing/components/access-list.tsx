import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Crown, EyeOff, Globe, Link2, Trash2, User, Users } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { MenuItem, MenuNote, MenuSeparator } from '@/components/ui/menu';
import { afterMutation } from '@/lib/after-mutation';
import { toApiError } from '@/lib/errors';
import { exactTime, relativeTime } from '@/lib/time';
import { showErrorToast } from '@/lib/toasts';
import { displayName } from '@/lib/users';

import type { Subject } from '../api/access';
import { useChangeShare, useCreateShare, useRemoveFromHiddenCorpus, useWithdrawShare } from '../api/shares';
import { granteeKind, granteeName, inheritedAccess, type GranteeKind, type InheritedAccess, type ObjectAccess, type ShareInfo } from '../model/access';
import { expiryAfter, isExpired, LIFETIMES } from '../model/expiry';
import { roleLabel, type Role } from '../model/roles';
import type { UndoMessage } from '../model/undo-message';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';

const SHARE_ICONS: Record<GranteeKind, ReactNode> = { user: <User />, team: <Users />, link: <Link2 />, everyone: <Globe /> };

interface ShareItemProps {
  subject: Subject;
  share: ShareInfo;
  onMessage: (message: UndoMessage) => void;
}

function expiryText({ expires }: ShareInfo): string {
  if (expires === null) return '';
  return isExpired(expires) ? t`Expired ${relativeTime(expires)}` : t`Expires ${exactTime(expires)}`;
}

function detailsOf(share: ShareInfo): string {
  const username = share.user?.name ? share.user.username : '';
  const address = share.email ? t`Only for the account with this address, once it is confirmed` : username;
  return [share.team ? t`Team` : address, expiryText(share)].filter(Boolean).join(' · ');
}

/** Return the request that recreates a withdrawn share, for undo. Links cannot be recreated with the same URL. */
const recreate = ({ role, user, email, team, expires }: ShareInfo) => ({
  role,
  ...(email && { user: email }),
  ...(user && { user: user.username }),
  ...(team && { team: team.uuid }),
  ...(!isExpired(expires) && { expires }),
});

/** Check whether the focus is in the row, or was lost with it. */
function hadFocus(row: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.getAttribute('role') === 'dialog' || Boolean(row?.contains(activeElement));
}

function useShareEdits({ subject, share, onMessage }: ShareItemProps) {
  const change = useChangeShare(subject);
  const withdraw = useWithdrawShare(subject);
  const create = useCreateShare(subject);
  const onError = (error: Error) => onMessage({ text: toApiError(error).message });
  const name = granteeName(share);
  const id = share.uuid;
  const update = (next: { role?: Role; expires?: string | null }, text: string, before: typeof next | null) => {
    const undo = (version: string) => void afterMutation(change.mutateAsync({ id, version, ...before }), () => onMessage({ text: t`${name}: change undone.` }), onError);
    void afterMutation(change.mutateAsync({ id, version: share.version, ...next }), ({ version }) => onMessage({ text, ...(before && { undo: () => undo(version) }) }), onError);
  };
  return {
    busy: change.isPending || withdraw.isPending,
    setRole: (role: Role) => role !== share.role && update({ role }, t`${name} is now ${roleLabel(role)}.`, { role: share.role }),
    setExpiry: (days: number) =>
      update({ expires: expiryAfter(days) }, `${name}: ${days === 0 ? t`never expires` : t`expiry changed`}.`, isExpired(share.expires) ? null : { expires: share.expires }),
    withdraw: (row: HTMLElement | null) => {
      const undo = () => void afterMutation(create.mutateAsync(recreate(share)), () => onMessage({ text: t`Shared with ${name} again.` }), onError);
      const message = share.isLink ? { text: t`Link withdrawn.` } : { text: t`No longer shared with ${name}.`, undo };
      void afterMutation(withdraw.mutateAsync(id), () => onMessage({ ...message, takesFocus: hadFocus(row) }), onError);
    },
  };
}

function ShareItem(props: ShareItemProps) {
  const { share } = props;
  const [confirming, setConfirming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const edits = useShareEdits(props);
  const withdraw = () => edits.withdraw(row.current);
  const name = granteeName(share);
  const details = detailsOf(share);
  return (
    <li ref={row} className={styles['item']} data-expired={isExpired(share.expires) || undefined}>
      <span className={styles['icon']} aria-hidden="true">
        {SHARE_ICONS[granteeKind(share)]}
      </span>
      <div className={styles['grantee']}>
        <p>{name}</p>
        {details && <p className={styles['details']}>{details}</p>}
      </div>
      <RoleMenu label={name} role={share.role} busy={edits.busy} onChange={edits.setRole}>
        <MenuSeparator />
        <MenuNote>{expiryText(share) || t`Never expires`}</MenuNote>
        {LIFETIMES.filter(({ days }) => days > 0 || share.expires !== null).map(({ days, label }) => (
          <MenuItem key={days} icon={<CalendarClock />} onSelect={() => edits.setExpiry(days)}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => (share.isLink ? setConfirming(true) : withdraw())}>
          {share.isLink ? t`Withdraw link` : t`Remove access`}
        </MenuItem>
      </RoleMenu>
      <ConfirmDialog open={confirming} onOpenChange={setConfirming} title={t`Withdraw this link?`} confirm={t`Withdraw link`} onConfirm={withdraw}>
        {t`Everyone who uses this link loses access immediately. The same link cannot be created again.`}
      </ConfirmDialog>
    </li>
  );
}

function InheritedItem({ access: { grantee, kind, role, corpus } }: { access: InheritedAccess }) {
  return (
    <li className={styles['item']}>
      <span className={styles['icon']} aria-hidden="true">
        {SHARE_ICONS[kind]}
      </span>
      <div className={styles['grantee']}>
        <p>{grantee}</p>
        <p className={styles['details']}>
          <Trans>
            Through the corpus{' '}
            <Link to="/c/$uuid" params={{ uuid: corpus.uuid }}>
              {corpus.title}
            </Link>
          </Trans>
        </p>
      </div>
      <span className="muted">{role}</span>
    </li>
  );
}

/** A corpus that the owner of the document has no access to any more: its name and members are not shown. */
function HiddenCorpusItem({ subject, membership, onMessage }: { subject: Subject; membership: string; onMessage: (message: UndoMessage) => void }) {
  const removal = useRemoveFromHiddenCorpus(subject);
  const message = { text: t`Removed from the corpus.`, takesFocus: true };
  const remove = () => void afterMutation(removal.mutateAsync(membership), () => onMessage(message), showErrorToast);
  return (
    <li className={styles['item']}>
      <span className={styles['icon']} aria-hidden="true">
        <EyeOff />
      </span>
      <div className={styles['grantee']}>
        <p>{t`Members of a corpus you no longer have access to`}</p>
        <p className={styles['details']}>{t`You added the document to it.`}</p>
      </div>
      <Button size="small" busy={removal.isPending} onClick={remove}>
        {t`Remove`}
      </Button>
    </li>
  );
}

interface AccessListProps {
  subject: Subject;
  access: ObjectAccess;
  onMessage: (message: UndoMessage) => void;
}

/** Everyone with access: the owner, shares and inherited access. */
export function AccessList({ subject, access, onMessage }: AccessListProps) {
  return (
    <section aria-label={t`Who has access`}>
      <h3 className={styles['heading']}>{t`Who has access`}</h3>
      <ul>
        <li className={styles['item']}>
          <span className={styles['icon']} aria-hidden="true">
            <Crown />
          </span>
          <div className={styles['grantee']}>
            <p>{displayName(access.owner)}</p>
            <p className={styles['details']}>{t`You`}</p>
          </div>
          <span className="muted">{t`Owner`}</span>
        </li>
        {access.shares.map((share) => (
          <ShareItem key={share.uuid} subject={subject} share={share} onMessage={onMessage} />
        ))}
        {inheritedAccess(access).map((inherited) => (
          <InheritedItem key={inherited.key} access={inherited} />
        ))}
        {access.hiddenMemberships?.map((membership) => (
          <HiddenCorpusItem key={membership} subject={subject} membership={membership} onMessage={onMessage} />
        ))}
      </ul>
    </section>
  );
}
