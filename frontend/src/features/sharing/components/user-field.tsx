import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, type Ref } from 'react';

import { Field } from '@/components/ui/field';
import { fieldError } from '@/lib/form-errors';
import { sendJson } from '@/lib/http';
import { useSettled } from '@/lib/use-settled';
import { displayName, type UserName } from '@/lib/users';

// Users and addresses to offer while a name is typed: those that the user knows already. There is no list of all.

interface KnownUsers {
  users: readonly UserName[];
  emails: readonly string[];
}

interface Suggestion {
  value: string;
  label: string;
}

const STALE_MS = 60_000;

async function fetchKnown(search: string): Promise<readonly Suggestion[]> {
  const { users, emails } = await sendJson<KnownUsers>(`/api/v1/known-users?search=${encodeURIComponent(search)}`, 'GET');
  return [...users.map((user) => ({ value: user.username, label: displayName(user) })), ...emails.map((email) => ({ value: email, label: email }))];
}

const knownUsersOptions = (search: string) =>
  queryOptions({ queryKey: ['known-users', search], queryFn: () => fetchKnown(search), staleTime: STALE_MS, placeholderData: (previous?: readonly Suggestion[]) => previous });

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
