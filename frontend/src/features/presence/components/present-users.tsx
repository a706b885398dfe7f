import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { displayName } from '@/lib/users';

import { presenceOptions, type PresentUser } from '../api/presence';
import styles from './present-users.module.css';

interface PresentUsersProps {
  documentId: string;
  page: number;
  onPage: (page: number) => void;
}

const MAX_SHOWN = 4;
/** Pages that are only scrolled past are not reported. */
const SETTLE_MS = 1_000;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('');

function User({ user, page, onPage }: PresentUser & Pick<PresentUsersProps, 'onPage'>) {
  const name = displayName(user);
  const label = `${name} is on page ${page.toLocaleString('en')}`;
  return (
    <li>
      <button type="button" className={styles['user']} aria-label={label} data-tooltip={label} onClick={() => onPage(page)}>
        {initials(name)}
      </button>
    </li>
  );
}

/** The other users who have the document open. A click goes to the page of one. */
export function PresentUsers({ documentId, page, onPage }: PresentUsersProps) {
  const reported = useRef(page);
  const { data, refetch } = useQuery(presenceOptions(documentId, page));
  useEffect(() => {
    if (reported.current === page) return;
    reported.current = page;
    const timer = setTimeout(() => void refetch(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [page, refetch]);
  if (!data || data.length === 0) return null;
  const others = data.length - MAX_SHOWN;
  return (
    <ul className={styles['users']} aria-label="Also here">
      {data.slice(0, MAX_SHOWN).map((each) => (
        <User key={each.user.id} {...each} onPage={onPage} />
      ))}
      {others > 0 && <li className="muted small">+{others}</li>}
    </ul>
  );
}
