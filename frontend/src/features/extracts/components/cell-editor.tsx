import { t } from '@lingui/core/macro';
import { useState, type KeyboardEvent } from 'react';

import { conflictOf } from '@/lib/edits';
import { toApiError } from '@/lib/errors';

import type { Cell } from '../model/cell';
import styles from './extract-view.module.css';

interface CellEditorProps {
  cell: Cell;
  label: string;
  /** `cell` is what the change is based on */
  onSave: (cell: Cell, text: string) => Promise<void>;
  onClose: () => void;
}

/** Edits the value of a cell in its place: Enter saves, Escape cancels. An empty value says that the document has none. */
export function CellEditor({ cell, label, onSave, onClose }: CellEditorProps) {
  // Values that arrive later have not been seen by the user.
  const [seen, setSeen] = useState(cell);
  const [text, setText] = useState(cell.text);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (text.trim() === seen.text) return onClose();
    try {
      await onSave(seen, text.trim());
      onClose();
    } catch (failure) {
      const current = conflictOf(failure) as Cell | null;
      if (current) setSeen(current);
      setError(current ? t`Someone else has changed this since you opened it: “${current.text || t`no value`}”. Enter replaces it, Esc keeps it.` : toApiError(failure).message);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void save();
  };
  return (
    <div className={styles['editor']}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has asked to edit this cell */}
      <textarea autoFocus aria-label={t`Value of ${label}`} value={text} maxLength={10_000} onChange={({ target }) => setText(target.value)} onKeyDown={onKeyDown} onFocus={({ target }) => target.select()} />
      {error ? <p role="alert">{error}</p> : <p>{t`Enter saves, Esc cancels. Empty: the document has no value.`}</p>}
    </div>
  );
}
