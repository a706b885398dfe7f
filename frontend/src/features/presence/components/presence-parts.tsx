// What is loaded once another user is present.
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, Users } from 'lucide-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { create } from 'zustand';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { rectOf, type PageBox } from '@/features/annotations/model/box';
import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import { rangeRects, type Rect, type TokenPage } from '@/features/viewer/model/token-page';
import { formatNumber } from '@/lib/format';
import { displayName } from '@/lib/users';

import type { PresentUser } from '../api/presence';
import styles from './presence-parts.module.css';

// Whether the selections of others are shown in this browser.

const KEY = 'cartulary.hide-selections';

function isHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false; // storage is forbidden
  }
}

function store(hidden: boolean): void {
  try {
    localStorage.setItem(KEY, String(hidden));
  } catch {
    // The storage is full or forbidden.
  }
}

interface SelectionsShown {
  shown: boolean;
  toggle: () => void;
}

const useSelectionsShown = create<SelectionsShown>((set, get) => ({
  shown: !isHidden(),
  toggle: () => {
    store(get().shown);
    set({ shown: !get().shown });
  },
}));

interface PresenceLayerProps {
  page: PageInfo;
  version: string;
  documentId: string;
}

const NAME_MS = 2_000;
/** fractions of the page: names nearer to its top are below the line, those nearer to its right side end there */
const TOP = 0.04;
const RIGHT = 0.6;

const percent = (fraction: number) => `${(100 * fraction).toFixed(3)}%`;

const placeOf = ({ x, y, width, height }: Rect) => ({ left: percent(x), top: percent(y), width: percent(width), height: percent(height) });

/** Check whether a value has changed, or was shown again, a short time ago. */
function useRecent(value: string): [recent: boolean, showAgain: () => void] {
  const [turn, setTurn] = useState(0);
  const [old, setOld] = useState('');
  const current = `${value} ${turn}`;
  useEffect(() => {
    const timer = setTimeout(() => setOld(current), NAME_MS);
    return () => clearTimeout(timer);
  }, [current]);
  return [old !== current, () => setTurn((count) => count + 1)];
}

interface FlagProps {
  user: string;
  rect: Rect;
  /** what the user does here */
  text: string;
  selection: string;
}

function Flag({ user, rect: { x, y }, text, selection }: FlagProps) {
  const [recent, showAgain] = useRecent(selection);
  return (
    <button
      type="button"
      className={styles['flag']}
      style={{ left: percent(x), top: percent(y) }}
      aria-label={text}
      data-floating=""
      data-recent={recent || undefined}
      data-below={y < TOP || undefined}
      data-end-side={x > RIGHT || undefined}
      onClick={showAgain}
    >
      <span aria-hidden="true" translate="no">
        {user}
      </span>
    </button>
  );
}

// The colours of users who are present. They differ from the colours of labels and of the own selection; each has a line of its own style.

interface UserColor {
  light: string;
  /** on dark paper and in the dark theme */
  dark: string;
  line: 'dashed' | 'dotted' | 'double' | 'solid';
}

export const USER_COLORS: readonly UserColor[] = [
  { light: '#a3123f', dark: '#ffa3b8', line: 'dashed' },
  { light: '#00636b', dark: '#6fe0e6', line: 'dotted' },
  { light: '#6a3d12', dark: '#e8c39a', line: 'double' },
  { light: '#a000a0', dark: '#f5a5f5', line: 'solid' },
  { light: '#2b1d8f', dark: '#c3c0ff', line: 'dotted' },
  { light: '#2b5d0b', dark: '#aee27e', line: 'dashed' },
];

const HASH_FACTOR = 31;
const HASH_SIZE = 65_521;

const hashOf = (id: string) => [...id].reduce((hash, character) => (hash * HASH_FACTOR + (character.codePointAt(0) ?? 0)) % HASH_SIZE, 0);

/** Return the colour of each user. It follows from the id, so that it is the same for all; the next one is taken if another user has it. */
export function colorsOf(ids: readonly string[]): Map<string, UserColor> {
  const free = new Set(USER_COLORS.keys());
  const colors = new Map<string, UserColor>();
  for (const id of ids.toSorted()) {
    let index = hashOf(id) % USER_COLORS.length;
    while (free.size > 0 && !free.has(index)) index = (index + 1) % USER_COLORS.length;
    free.delete(index);
    const color = USER_COLORS[index];
    if (color) colors.set(id, color);
  }
  return colors;
}

/** Return the custom properties for the colours of a user. */
const colorProperties = (color: UserColor | undefined) => ({ '--user-light': color?.light, '--user-dark': color?.dark, '--user-line': color?.line });

function UserSelection({ user, selection, page, tokens, color }: PresentUser & { tokens: TokenPage; color: UserColor | undefined }) {
  const range = selection.find((span) => span.page === page);
  const rects = range ? rangeRects(tokens, range) : [];
  const [start] = rects;
  if (!range || !start) return null;
  const isStart = selection[0] === range;
  const name = displayName(user);
  return (
    <div className={styles['selection']} style={colorProperties(color) as CSSProperties} data-selection-of={user.username} data-first={range.first} data-last={range.last}>
      {rects.map((rect) => (
        <div key={`${rect.x} ${rect.y}`} className={styles['words']} style={placeOf(rect)} />
      ))}
      {isStart && <Flag user={name} rect={start} text={t`${name} selects words here`} selection={JSON.stringify(selection)} />}
    </div>
  );
}

function UserBox({ user, box, color }: Pick<PresentUser, 'user'> & { box: PageBox; color: UserColor | undefined }) {
  const name = displayName(user);
  const rect = rectOf(box);
  return (
    <div className={styles['selection']} style={colorProperties(color) as CSSProperties} data-box-of={user.username}>
      <div className={styles['box']} style={placeOf(rect)} />
      <Flag user={name} rect={rect} text={t`${name} draws a box here`} selection={JSON.stringify(box)} />
    </div>
  );
}

/** Draws the selections of the other users on a page. */
export function PresenceLayer({ page, version, documentId }: PresenceLayerProps) {
  const { shown } = useSelectionsShown();
  const { data: present = [] } = useQuery<readonly PresentUser[]>({ queryKey: ['presence', documentId], enabled: false });
  const visible = shown ? present : [];
  const here = visible.filter(({ selection }) => selection.some((span) => span.page === page.number));
  const { data: tokens } = useQuery({ ...tokensOptions(page.tokensUrl, version), enabled: here.length > 0 });
  const colors = colorsOf(present.map(({ user }) => user.id));
  return (
    <>
      {tokens && here.map((each) => <UserSelection key={each.user.id} {...each} page={page.number} tokens={tokens} color={colors.get(each.user.id)} />)}
      {visible.map(({ user, box }) => box?.page === page.number && <UserBox key={user.id} {...{ user, box }} color={colors.get(user.id)} />)}
    </>
  );
}

interface UserListProps {
  present: readonly PresentUser[];
  onPage: (page: number) => void;
}

const MAX_SHOWN = 4;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('');

function User({ user, page, color, onPage }: PresentUser & Pick<UserListProps, 'onPage'> & { color: UserColor | undefined }) {
  const name = displayName(user);
  const label = t`${name} is on page ${formatNumber(page)}`;
  return (
    <li>
      <button type="button" className={styles['user']} style={colorProperties(color) as CSSProperties} aria-label={label} data-tooltip={label} onClick={() => onPage(page)}>
        {initials(name)}
      </button>
    </li>
  );
}

function SelectionsMenu() {
  const { shown, toggle } = useSelectionsShown();
  return (
    <Menu trigger={<IconButton label={t`Users in this document`} icon={<Users />} />}>
      <MenuItem icon={shown ? <EyeOff /> : <Eye />} onSelect={toggle}>
        {shown ? t`Hide selections of others` : t`Show selections of others`}
      </MenuItem>
    </Menu>
  );
}

/** The other users who have the document open. A click goes to the page of one. */
export function UserList({ present, onPage }: UserListProps) {
  const colors = colorsOf(present.map(({ user }) => user.id));
  const others = present.length - MAX_SHOWN;
  return (
    <>
      <ul className={styles['users']} aria-label={t`Also here`}>
        {present.slice(0, MAX_SHOWN).map((each) => (
          <User key={each.user.id} {...each} color={colors.get(each.user.id)} onPage={onPage} />
        ))}
        {others > 0 && <li className="muted small">+{others}</li>}
      </ul>
      <SelectionsMenu />
    </>
  );
}
