import { Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import styles from './field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const PAUSE = 250;

/** Debounced search field: `onChange` is called after a short pause, or when the field is left, not for every keystroke. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [draft, setDraft] = useState(value);
  const [reported, setReported] = useState(value);
  if (value !== reported) {
    setReported(value);
    setDraft(value);
  }
  const report = useCallback(() => {
    if (draft === reported) return;
    setReported(draft);
    onChange(draft);
  }, [draft, reported, onChange]);
  useEffect(() => {
    const timer = setTimeout(report, PAUSE);
    return () => clearTimeout(timer);
  }, [report]);
  return (
    <div className={styles['search']}>
      <Search aria-hidden="true" />
      <input type="search" className={styles['input']} aria-label={label} placeholder={label} value={draft} onChange={(event) => setDraft(event.target.value)} onBlur={report} />
    </div>
  );
}
