import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import styles from './shell.module.css';

export function Brand({ to, label }: { to: '/' | '/login'; label: string }) {
  return (
    <Link to={to} className={styles['brand']} aria-label={label}>
      <img src="/static/app/favicon.svg" alt="" />
      <span>{t`Cartulary`}</span>
    </Link>
  );
}
