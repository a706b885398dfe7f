import { t } from '@lingui/core/macro';

import { Select } from '@/components/ui/select';

import { isScope, SCOPES, type Scope } from '../model/scope';

interface ScopeSelectProps {
  /** label of the option without a filter */
  all: string;
  scope: Scope | undefined;
  onScope: (scope: Scope | undefined) => void;
}

export function ScopeSelect({ all, scope, onScope }: ScopeSelectProps) {
  return (
    <Select label={t`Owner`} value={scope ?? ''} onChange={({ target }) => onScope(isScope(target.value) ? target.value : undefined)}>
      <option value="">{all}</option>
      {SCOPES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
