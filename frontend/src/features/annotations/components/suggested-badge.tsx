import { t } from '@lingui/core/macro';

import styles from './suggested-badge.module.css';

/** Marks a suggestion that is not accepted yet. */
export const SuggestedBadge = () => <span className={styles['suggested']}>{t`Suggested`}</span>;
