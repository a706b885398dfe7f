// What can be given, and what it lets somebody do, in a line each.
import type { Permission } from '@/lib/permissions';

export type Role = 'VIEWER' | 'REVIEWER' | 'ANNOTATOR' | 'EDITOR';

export interface RoleWords {
  value: Role;
  label: string;
  about: string;
}

export const ROLES: readonly RoleWords[] = [
  { value: 'VIEWER', label: 'Viewer', about: 'Reads, searches and downloads' },
  { value: 'REVIEWER', label: 'Reviewer', about: 'Reads, and judges what others have annotated' },
  { value: 'ANNOTATOR', label: 'Annotator', about: 'Reads, and adds labels and annotations' },
  { value: 'EDITOR', label: 'Editor', about: 'Annotates, reviews, and changes what is there' },
];

const WORDS = new Map(ROLES.map((role) => [role.value, role]));

export const roleWords = (role: Role): string => WORDS.get(role)?.label ?? role;

const SIGNS: readonly [Permission, string, string][] = [
  ['SHARE', 'owner', 'You may do everything with it.'],
  ['EDIT', 'editor', 'You can annotate, review, and change what is there.'],
  ['ANNOTATE', 'annotator', 'You can read it, and add labels and annotations.'],
  ['REVIEW', 'reviewer', 'You can read it, and judge what others have annotated.'],
];

/** What somebody with these permissions is, and what that means for them. */
export function ownRole(permissions: readonly Permission[]): { role: string; means: string } {
  const [, role, means] = SIGNS.find(([sign]) => permissions.includes(sign)) ?? [null, 'viewer', 'You can read, search and download it.'];
  return { role, means };
}
