import { Select } from '@/components/ui/select';

import { isScope, SCOPES, type Scope } from '../model/scope';

interface ScopeSelectProps {
  scope: Scope | undefined;
  onScope: (scope: Scope | undefined) => void;
}

export function ScopeSelect({ scope, onScope }: ScopeSelectProps) {
  return (
    <Select label="Whose" value={scope ?? ''} onChange={({ target }) => onScope(isScope(target.value) ? target.value : undefined)}>
      <option value="">Mine and shared</option>
      {SCOPES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
