import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

import styles from './field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const PAUSE = 150;

/** Debounced search field: `onChange` is called after a short pause, not for every keystroke. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [draft, setDraft] = useState(value);
  const [reported, setReported] = useState(value);
  if (value !== reported) {
    setReported(value);
    setDraft(value);
  }
  useEffect(() => {
    if (draft === reported) return;
    const timer = setTimeout(() => {
      setReported(draft);
      onChange(draft);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [draft, reported, onChange]);
  return (
    <div className={styles['search']}>
      <Search aria-hidden="true" />
      <input type="search" className={styles['input']} aria-label={label} placeholder={label} value={draft} onChange={(event) => setDraft(event.target.value)} />
    </div>
  );
}
