import { Link } from '@tanstack/react-router';
import { Files, Library } from 'lucide-react';

import styles from './shell.module.css';

export function Rail() {
  return (
    <nav className={styles['rail']} aria-label="Main">
      <ul>
        <li>
          <Link to="/" className={styles['place']} activeOptions={{ exact: true, includeSearch: false }}>
            <Files aria-hidden="true" />
            Documents
          </Link>
        </li>
        <li>
          <Link to="/c" className={styles['place']}>
            <Library aria-hidden="true" />
            Corpora
          </Link>
        </li>
      </ul>
    </nav>
  );
}
