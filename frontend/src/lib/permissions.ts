// What the reader may do with a thing. The server decides; the interface only leaves out what would be refused.

export type Permission = 'VIEW' | 'ANNOTATE' | 'REVIEW' | 'EDIT' | 'SHARE' | 'DELETE';

export interface Permitted {
  myPermissions: readonly Permission[];
}

export const may = ({ myPermissions }: Permitted, permission: Permission): boolean => myPermissions.includes(permission);

/** Only owners share: what the reader may share is theirs. */
export const isMine = (thing: Permitted): boolean => may(thing, 'SHARE');
