import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, Files, Gauge, Library, ListChecks, MessageCircleQuestion, Trash2 } from 'lucide-react';

import { sessionOptions } from '@/features/session/api/session';

import styles from './shell.module.css';

export function MainNavigation() {
  const { data: user } = useQuery(sessionOptions);
  return (
    <nav className={styles['navigation']} aria-label={t`Main`}>
      <ul>
        <li>
          <Link to="/" className={styles['item']} activeOptions={{ exact: true, includeSearch: false }}>
            <Files aria-hidden="true" />
            {t`Documents`}
          </Link>
        </li>
        <li>
          <Link to="/c" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <Library aria-hidden="true" />
            {t`Corpora`}
          </Link>
        </li>
        <li>
          <Link to="/todo" className={styles['item']}>
            <ListChecks aria-hidden="true" />
            {t({ message: 'To do', context: 'page' })}
          </Link>
        </li>
        <li>
          <Link to="/ask" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <MessageCircleQuestion aria-hidden="true" />
            {t`Ask`}
          </Link>
        </li>
        <li>
          <Link to="/jobs" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <Activity aria-hidden="true" />
            {t`Activity`}
          </Link>
        </li>
        <li>
          <Link to="/bin" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <Trash2 aria-hidden="true" />
            {t`Bin`}
          </Link>
        </li>
        {user?.is_staff && (
          <li>
            <Link to="/operations" className={styles['item']} activeOptions={{ includeSearch: false }}>
              <Gauge aria-hidden="true" />
              {t`Operations`}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
