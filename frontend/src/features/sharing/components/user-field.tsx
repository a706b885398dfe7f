import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, type Ref } from 'react';

import { Field } from '@/components/ui/field';
import { fieldError } from '@/lib/form-errors';
import { useSettled } from '@/lib/use-settled';

import { knownUsersOptions } from '../api/known-users';

interface UserFieldProps {
  value: string;
  error: Error | null;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

const PAUSE_MS = 200;

/** Asks for a user by user name or e-mail. Those whom the user knows are offered: there is no list of all to choose from. */
export function UserField({ value, error, onChange, ref }: UserFieldProps) {
  const list = useId();
  const { data: suggestions = [] } = useQuery(knownUsersOptions(useSettled(value.trim(), PAUSE_MS)));
  return (
    <>
      <Field
        {...(ref && { ref })}
        label={t`User name or e-mail`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        list={list}
        value={value}
        error={fieldError(error, 'user')}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {suggestions.map(({ value: name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
