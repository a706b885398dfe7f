import styles from './suggested-badge.module.css';

/** Marks a suggestion that is not accepted yet. */
export const SuggestedBadge = () => <span className={styles['suggested']}>Suggested</span>;
