import { t } from '@lingui/core/macro';
import type { Ref } from 'react';

import { Field } from '@/components/ui/field';
import { fieldError } from '@/lib/form-errors';

interface UserFieldProps {
  value: string;
  error: Error | null;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Asks for a user by user name or e-mail: there is no directory to choose from. */
export function UserField({ value, error, onChange, ref }: UserFieldProps) {
  return (
    <Field
      {...(ref && { ref })}
      label={t`User name or e-mail`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      value={value}
      error={fieldError(error, 'user')}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
