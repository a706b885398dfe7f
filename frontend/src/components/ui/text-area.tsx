import { useId, type KeyboardEvent, type TextareaHTMLAttributes } from 'react';

import { classNames } from './class-names';
import styles from './field.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string | undefined;
}

/** Enter starts a line; with Ctrl it sends the form, as in other programs. */
function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** A field for text of several lines. */
export function TextArea({ label, error, ...rest }: TextAreaProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea onKeyDown={onKeyDown} {...rest} id={id} className={classNames(styles['input'], styles['area'])} aria-invalid={error ? true : undefined} aria-describedby={error ? errorId : undefined} />
      {error && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
