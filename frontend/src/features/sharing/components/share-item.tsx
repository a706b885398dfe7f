import { CalendarClock, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { MenuItem, MenuLine, MenuNote } from '@/components/ui/menu';
import { whenChanged } from '@/lib/changes';
import { toApiError } from '@/lib/errors';
import { exactTime, relativeTime } from '@/lib/time';

import type { Subject } from '../api/access';
import { useChangeShare, useCreateShare, useWithdrawShare } from '../api/change-share';
import { wayOf, whoOf, type ShareFacts } from '../model/access';
import { endAfter, isOver, LIFETIMES } from '../model/expiry';
import { roleWords, type Role } from '../model/roles';
import type { Said } from '../model/said';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';
import { WAY_ICONS } from './way-icons';

interface ShareItemProps {
  subject: Subject;
  share: ShareFacts;
  onSaid: (said: Said) => void;
}

function ending({ expires }: ShareFacts): string {
  if (expires === null) return '';
  return isOver(expires) ? `Ended ${relativeTime(expires)}` : `Ends ${exactTime(expires)}`;
}

function howOf(share: ShareFacts): string {
  const named = share.person?.name ? share.person.username : '';
  const kind = share.team ? 'Team' : named;
  return [kind, ending(share)].filter(Boolean).join(' · ');
}

/** A link that was withdrawn cannot be made again with its address; people and teams come back as they were. */
const wishOf = ({ role, person, team, expires }: ShareFacts) => ({
  role,
  ...(person && { person: person.username }),
  ...(team && { team: team.uuid }),
  ...(!isOver(expires) && { expires }),
});

/** Whether the focus is in the row, or was and the row is gone. */
function hadFocus(row: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.getAttribute('role') === 'dialog' || Boolean(row?.contains(activeElement));
}

function useShareEdits({ subject, share, onSaid }: ShareItemProps) {
  const change = useChangeShare(subject);
  const withdraw = useWithdrawShare(subject);
  const create = useCreateShare(subject);
  const failed = (error: Error) => onSaid({ text: toApiError(error).message });
  const who = whoOf(share);
  const id = share.uuid;
  const put = (next: { role?: Role; expires?: string | null }, text: string, before: typeof next | null) => {
    const undo = (version: string) => void whenChanged(change.mutateAsync({ id, version, ...before }), () => onSaid({ text: `${who}: as it was before.` }), failed);
    void whenChanged(change.mutateAsync({ id, version: share.version, ...next }), ({ version }) => onSaid({ text, ...(before && { undo: () => undo(version) }) }), failed);
  };
  return {
    busy: change.isPending || withdraw.isPending,
    giveRole: (role: Role) => role !== share.role && put({ role }, `${who}: now ${roleWords(role)}.`, { role: share.role }),
    end: (days: number) =>
      put({ expires: endAfter(days) }, `${who}: ${days === 0 ? 'never ends' : 'the end is changed'}.`, isOver(share.expires) ? null : { expires: share.expires }),
    withdraw: (row: HTMLElement | null) => {
      const back = () => void whenChanged(create.mutateAsync(wishOf(share)), () => onSaid({ text: `Shared with ${who} again.` }), failed);
      const said = share.isLink ? { text: 'The link is withdrawn.' } : { text: `Not shared with ${who} any more.`, undo: back };
      void whenChanged(withdraw.mutateAsync(id), () => onSaid({ ...said, takesFocus: hadFocus(row) }), failed);
    },
  };
}

export function ShareItem(props: ShareItemProps) {
  const { share } = props;
  const [asking, setAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const edits = useShareEdits(props);
  const withdraw = () => edits.withdraw(row.current);
  const who = whoOf(share);
  const how = howOf(share);
  return (
    <li ref={row} className={styles['item']} data-over={isOver(share.expires) || undefined}>
      <span className={styles['icon']} aria-hidden="true">
        {WAY_ICONS[wayOf(share)]}
      </span>
      <div className={styles['who']}>
        <p>{who}</p>
        {how && <p className={styles['how']}>{how}</p>}
      </div>
      <RoleMenu label={who} role={share.role} busy={edits.busy} onChange={edits.giveRole}>
        <MenuLine />
        <MenuNote>{ending(share) || 'Never ends'}</MenuNote>
        {LIFETIMES.filter(({ days }) => days > 0 || share.expires !== null).map(({ days, label }) => (
          <MenuItem key={days} icon={<CalendarClock />} onSelect={() => edits.end(days)}>
            {label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={<Trash2 />} danger onSelect={() => (share.isLink ? setAsking(true) : withdraw())}>
          {share.isLink ? 'Withdraw the link' : 'Take it back'}
        </MenuItem>
      </RoleMenu>
      <ConfirmDialog open={asking} onOpenChange={setAsking} title="Withdraw this link?" confirm="Withdraw it" onConfirm={withdraw}>
        Whoever came by it loses sight at once. The same address cannot be made again.
      </ConfirmDialog>
    </li>
  );
}
