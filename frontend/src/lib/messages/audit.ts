// Texts about entries of the audit log.

export interface AuditInfo {
  action: string;
  outcome: 'success' | 'failure';
  details: Record<string, unknown>;
  interface: string;
  address: string | null;
}

const ACTIONS: Record<string, string> = {
  'user.created': 'Account created',
  'user.signed_in': 'Signed in',
  'user.sign_in_failed': 'Sign-in failed',
  'user.signed_out': 'Signed out',
  'user.session_ended': 'Session ended',
  'user.sessions_revoked': 'All sessions ended',
  'user.password_changed': 'Password changed',
  'user.password_reset': 'Password reset',
  'user.password_reset_requested': 'Password reset requested',
  'user.password_refused': 'Wrong password entered',
  'user.email_change_requested': 'New e-mail address entered',
  'user.email_confirmed': 'E-mail address confirmed',
  'user.profile_changed': 'Profile changed',
  'token.created': 'API token created',
  'token.revoked': 'API token revoked',
  'token.used_from_new_address': 'API token used from a new address',
  'share.created': 'Shared',
  'share.changed': 'Share changed',
  'share.withdrawn': 'Share removed',
  'share.published': 'Made public',
  'share.unpublished': 'No longer public',
  'document.uploaded': 'Uploaded',
  'document.opened': 'Opened',
  'document.downloaded': 'Downloaded',
  'document.exported': 'Exported',
  'document.changed': 'Title changed',
  'document.reprocessed': 'Processed again',
  'document.deleted': 'Moved to the bin',
  'document.restored': 'Restored from the bin',
  'corpus.created': 'Corpus created',
  'corpus.changed': 'Corpus changed',
  'corpus.document_added': 'Document added',
  'corpus.document_removed': 'Document removed',
  'corpus.document_moved': 'Document moved',
  'annotation.created_many': 'Annotations created',
  'annotation.moved_many': 'Annotations moved to a new version',
  'corpus.annotations_imported': 'Annotations imported',
};

/** Return the text of an action: "label.created" is "Label created". */
export function actionText({ action, details }: AuditInfo): string {
  const known = ACTIONS[action];
  const words = action.replaceAll(/[._]/g, ' ');
  const text = known ?? words.charAt(0).toUpperCase() + words.slice(1);
  const detail = [details['role'], details['format'], details['count']].find((value) => typeof value === 'string' || typeof value === 'number');
  return detail === undefined ? text : `${text} (${detail})`;
}

const INTERFACES: Record<string, string> = { rest: 'REST API', admin: 'administration', job: 'background job', command: 'command' };

/** Return from where something was done, as far as it is visible; browsers use GraphQL. */
export const originText = ({ interface: used, address }: AuditInfo): string => [INTERFACES[used], address].filter(Boolean).join(' · ');
