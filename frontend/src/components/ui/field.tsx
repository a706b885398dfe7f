import { useId, type InputHTMLAttributes, type Ref } from 'react';

import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function Field({ label, error, ...rest }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input {...rest} id={id} className={styles['input']} aria-invalid={error ? true : undefined} aria-describedby={error ? errorId : undefined} />
      {error && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
