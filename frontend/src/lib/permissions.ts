// Permissions of the current user on an object. The server enforces them; the interface only hides what would be refused.

export type Permission = 'VIEW' | 'ANNOTATE' | 'REVIEW' | 'EDIT' | 'SHARE' | 'DELETE';

export interface Permitted {
  myPermissions: readonly Permission[];
}

export const may = ({ myPermissions }: Permitted, permission: Permission): boolean => myPermissions.includes(permission);

/** Only owners can share. */
export const isMine = (object: Permitted): boolean => may(object, 'SHARE');
