import type { FormEvent, ReactNode } from 'react';

import styles from './form.module.css';

interface FormProps {
  onSubmit: () => void;
  error?: string | undefined;
  label?: string;
  children: ReactNode;
  actions: ReactNode;
}

/** A form: fields, an error for the form as a whole, and buttons. */
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

export function HelpText({ children }: { children: ReactNode }) {
  return <p className={styles['help']}>{children}</p>;
}

/** A visible label above a control that has its own accessible name. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['labelled']}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}
