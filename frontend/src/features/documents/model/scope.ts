// Owner filter of lists. Without one, a list shows what is owned by or shared with the user.

import { t } from '@lingui/core/macro';

export type Scope = 'MINE' | 'SHARED' | 'PUBLIC';

export const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'MINE', label: t`Owned by me` },
  { value: 'SHARED', label: t`Shared with me` },
  { value: 'PUBLIC', label: t`Public` },
];

export const isScope = (value: unknown): value is Scope => SCOPES.some((scope) => scope.value === value);
