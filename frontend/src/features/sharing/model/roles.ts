import { t } from '@lingui/core/macro';

import type { Permission } from '@/lib/permissions';

export type Role = 'VIEWER' | 'REVIEWER' | 'ANNOTATOR' | 'EDITOR';

export interface RoleText {
  value: Role;
  label: string;
  about: string;
}

export const ROLES: readonly RoleText[] = [
  { value: 'VIEWER', label: t`Viewer`, about: t`Can view, search and download` },
  { value: 'REVIEWER', label: t`Reviewer`, about: t`Can view, and review annotations of others` },
  { value: 'ANNOTATOR', label: t`Annotator`, about: t`Can view, and add labels and annotations` },
  { value: 'EDITOR', label: t`Editor`, about: t`Can annotate, review and edit` },
];

const BY_VALUE = new Map(ROLES.map((role) => [role.value, role]));

export const roleLabel = (role: Role): string => BY_VALUE.get(role)?.label ?? role;

/** The permission that distinguishes each role, strongest first. */
const BY_PERMISSION: readonly [Permission, string, string][] = [
  ['SHARE', t`Owner`, t`You have full access.`],
  ['EDIT', t`Editor`, t`You can annotate, review and edit.`],
  ['ANNOTATE', t`Annotator`, t`You can view, and add labels and annotations.`],
  ['REVIEW', t`Reviewer`, t`You can view, and review annotations of others.`],
];

/** Return the role that these permissions amount to. */
export function roleOf(permissions: readonly Permission[]): { role: string; about: string } {
  const [, role, about] = BY_PERMISSION.find(([permission]) => permissions.includes(permission)) ?? [null, t`Viewer`, t`You can view, search and download.`];
  return { role, about };
}
