// Owner filter of lists.

export type Scope = 'MINE' | 'SHARED';

export const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'MINE', label: 'Owned by me' },
  { value: 'SHARED', label: 'Shared with me' },
];

export const isScope = (value: unknown): value is Scope => SCOPES.some((scope) => scope.value === value);
