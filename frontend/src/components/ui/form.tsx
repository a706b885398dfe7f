import type { FormEvent, ReactNode } from 'react';

import styles from './form.module.css';

interface FormProps {
  onSubmit: () => void;
  error?: string | undefined;
  label?: string;
  children: ReactNode;
  actions: ReactNode;
}

/** Fields below each other, what is wrong with the whole, and what can be done with it. */
export function Form({ onSubmit, error, label, children, actions }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles['form']} onSubmit={submit} aria-label={label}>
      {children}
      {error && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {actions}
    </form>
  );
}

export function Hint({ children }: { children: ReactNode }) {
  return <p className={styles['hint']}>{children}</p>;
}

/** A name above what is not a plain field. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['labelled']}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}
