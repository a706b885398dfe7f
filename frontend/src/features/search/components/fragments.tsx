import styles from './search.module.css';

interface FragmentsProps {
  fragments: readonly { text: string; isMatch: boolean }[];
}

/** A quote with the words of the query marked. */
export function Fragments({ fragments }: FragmentsProps) {
  const starts = fragments.map((_, index) => fragments.slice(0, index).reduce((length, { text }) => length + text.length, 0));
  const parts = fragments.map((part, index) => ({ ...part, start: starts[index] }));
  return (
    <span className={styles['fragments']}>
      {parts.map(({ text, isMatch, start }) => (isMatch ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>))}
    </span>
  );
}
