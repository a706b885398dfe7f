import styles from './secret-text.module.css';

/** A secret that is shown once; a click selects all of it. */
export function SecretText({ children }: { children: string }) {
  return <code className={styles['secret']}>{children}</code>;
}
