import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

import styles from './field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const PAUSE = 250;

/** Tells its owner after a short pause, so that a request is not sent for every letter. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [draft, setDraft] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    setDraft(value);
  }
  useEffect(() => {
    if (draft === told) return;
    const timer = setTimeout(() => {
      setTold(draft);
      onChange(draft);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [draft, told, onChange]);
  return (
    <div className={styles['search']}>
      <Search aria-hidden="true" />
      <input type="search" className={styles['input']} aria-label={label} placeholder={label} value={draft} onChange={(event) => setDraft(event.target.value)} />
    </div>
  );
}
