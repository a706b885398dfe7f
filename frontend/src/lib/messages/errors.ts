// Error texts by error code. Other errors have a general text in the language of the user, or show the message of the server.
import { plural, t } from '@lingui/core/macro';

import { fileSize } from '../format';
import { NOT_CONNECTED, NOT_FOUND, UNEXPECTED } from './general';
import { generalErrorText } from './server-messages';

export interface ErrorInfo {
  code: string;
  message: string;
  [data: string]: unknown;
}

export interface ErrorText {
  /** a heading: what happened */
  title: string;
  /** a sentence: what happened */
  message: string;
  /** what to do next */
  action?: string;
}

type Text = string | (Omit<ErrorText, 'title'> & { title?: string });

const TIMED_OUT: Text = {
  title: t`This document took too long to read`,
  message: t`Processing was stopped because it exceeded the time limit.`,
  action: t`Try again later, or split the document into smaller files.`,
};

const CRASHED: Text = {
  title: t`Processing stopped unexpectedly`,
  message: t`The program that reads documents crashed on this file. Other documents are not affected.`,
  action: t`Try again. If it happens again, re-save the document in the program that created it and upload the new file.`,
};

const SANDBOX: Text = {
  title: t`Processing is not available right now`,
  message: t`The program that reads documents could not be started.`,
  action: t`Try again in a few minutes. If that does not help, contact your administrator.`,
};

const STORAGE: Text = {
  title: t`The stored file could not be opened`,
  message: t`The file storage is not available right now.`,
  action: t`Try again in a few minutes. If that does not help, upload the file again.`,
};

const BUSY: Text = {
  title: t`The server was too busy`,
  message: t`A part of the server was not available, also after several attempts.`,
  action: t`Try again in a few minutes.`,
};

const INVALID_LINK = t`This link is no longer valid.`;

const TEXTS: Readonly<Record<string, Text>> = {
  unexpected: UNEXPECTED,
  network: { title: t`Connection lost`, message: NOT_CONNECTED },
  cancelled: t`You cancelled this upload.`,
  not_found: NOT_FOUND,
  not_authenticated: t`Sign in to continue.`,
  not_allowed: t`You do not have permission to do this.`,
  too_many_streams: t`Too many pages and programs receive live updates. Close some.`,
  rate_limited: t`Too many requests. Wait a moment and try again.`,
  edit_conflict: t`Someone else has changed this in the meantime. Reload and try again.`,

  invalid_credentials: t`Incorrect user name or password.`,
  registration_closed: t`Registration is closed. Ask your administrator for an account.`,
  invitation_needed: t`You need an invitation to create an account.`,
  link_unusable: t`This link has expired or has already been used. Request a new one.`,
  username_taken: t`This user name is already taken. Choose another one.`,
  email_taken: t`This e-mail address belongs to another account.`,
  token_expired: t`This API token has expired. Create a new one.`,
  token_limited: t`This token is limited to some corpora or teams, and cannot do this.`,
  too_many_tokens: t`You have reached the maximum number of API tokens. Revoke one first.`,

  user_not_found: t`No user with this user name or e-mail.`,
  team_not_found: t`You are not a member of this team.`,
  share_exists: t`Already shared with them.`,
  too_many_shares: t`The maximum number of shares is reached. Remove one first.`,
  last_admin: t`A team needs at least one admin. Make another member an admin first, or delete the team.`,
  team_has_service_accounts: t`Delete the service accounts of this team first.`,
  too_many_service_accounts: t`This team has the maximum number of service accounts. Delete one first.`,
  team_full: t`This team has reached the maximum number of members.`,
  link_not_found: { title: INVALID_LINK, message: INVALID_LINK },
  link_expired: { title: t`This link has expired`, message: t`This link has expired. Ask for a new one.` },

  label_exists: t`This corpus already has a label with this name.`,
  label_in_use: t`This label is in use.`,
  folder_exists: t`A folder with this name already exists.`,
  folder_in_itself: t`A folder cannot be moved into itself.`,
  personal_corpus: t`Your personal corpus cannot be deleted.`,
  parent_deleted: t`This is an attachment of a document in the bin. Restore that document first.`,
  document_locked: t`This document is being processed. Try again when it is ready.`,
  document_not_parsed: t`This document has no text to annotate yet.`,

  empty_file: { title: t`Empty file`, message: t`The file is empty.`, action: t`Export or download it again.` },
  file_too_large: { title: t`File too large`, message: t`The file is larger than allowed.`, action: t`Split it, or reduce the resolution of scans.` },
  archive_too_large: { title: t`ZIP file too large`, message: t`The ZIP file is larger than allowed.`, action: t`Split it into smaller ZIP files.` },
  invalid_archive: { title: t`Not a valid ZIP file`, message: t`The ZIP file cannot be opened.`, action: t`Create it again and upload it.` },
  unsupported_type: { title: t`This file type is not supported`, message: t`This file type is not supported.`, action: t`Save it as PDF and upload that.` },
  quota_exceeded: { title: t`Your storage is full`, message: t`Your storage is full.`, action: t`Delete documents that you do not need and empty the bin, then try again.` },
  infected: { title: t`Virus found`, message: t`A virus was found.`, action: t`Infected files were removed. Check the computer they came from.` },
  scan_pending: t`This file is being scanned for viruses and is not available yet.`,
  hash_mismatch: { title: t`Upload corrupted`, message: t`The upload was corrupted on the way.`, action: t`Try again.` },
  checksum_mismatch: { title: t`Upload corrupted`, message: t`The upload was corrupted on the way.`, action: t`Try again.` },
  file_unreadable: {
    title: t`File no longer available`,
    message: t`The file was moved, changed or deleted.`,
    action: t`The file was moved, changed or deleted, or the browser could not store it. Choose it again.`,
  },
  document_exists: t`You have already uploaded this file.`,
  upload_gone: { title: t`Upload expired`, message: t`The upload has expired.`, action: t`Upload the file again.` },
  upload_incomplete: { title: t`Upload incomplete`, message: t`The file did not arrive completely.`, action: t`Try again.` },
  too_much_at_once: t`The selected documents are too large to download together. Select fewer.`,
  not_encrypted: t`This document does not need a password.`,

  job_has_begun: t`This job has already started.`,
  job_has_succeeded: t`This job has already succeeded.`,
  job_is_live: t`This job has not ended yet.`,
  dead_letter_closed: t`This failure has already been retried or dismissed.`,
  dependency_unavailable: t`A required service is not available right now. Try again in a few minutes.`,

  processing_cancelled: {
    title: t`Processing was cancelled`,
    message: t`Processing was stopped before it finished. The uploaded file is unchanged.`,
    action: t`Press Retry to process it.`,
  },
  encrypted_document: {
    title: t`This document is password-protected`,
    message: t`Its pages cannot be read without the password.`,
    action: t`Enter the password. We store it encrypted, so we can open the file again.`,
  },
  parser_unavailable: {
    title: t`The chosen parser is not available`,
    message: t`It is no longer installed, or it does not support this file type.`,
    action: t`Read the document again with another parser.`,
  },
  truncated_document: {
    title: t`The file is incomplete`,
    message: t`The file is incomplete, probably a broken download.`,
    action: t`Download or copy the original again and upload the complete file.`,
  },
  corrupt_document: {
    title: t`This file is damaged`,
    message: t`The file is damaged and cannot be read.`,
    action: t`Check that it opens on your computer. If it does, save it again and upload the new file.`,
  },
  no_pages: {
    title: t`This document has no pages`,
    message: t`The file is valid, but it contains nothing to show or search.`,
    action: t`Check that you uploaded the right file.`,
  },
  too_many_pages: {
    title: t`This document is too long`,
    message: t`It has more pages than allowed.`,
    action: t`Split it into parts and upload them.`,
  },
  parser_out_of_memory: {
    title: t`This document is too large to read`,
    message: t`Reading it needs more memory than allowed.`,
    action: t`Split it into parts or reduce the size of its images, then upload the result.`,
  },
  parser_crashed: CRASHED,
  worker_lost: CRASHED,
  parser_timeout: TIMED_OUT,
  timeout: TIMED_OUT,
  conversion_failed: {
    title: t`This file could not be converted`,
    message: t`LibreOffice cannot open this older Office file.`,
    action: t`Open it in Office, save it as .docx, .xlsx or .pptx, and upload that.`,
  },
  needs_libreoffice: {
    title: t`This older Office format is not supported here`,
    message: t`Older Office files need LibreOffice, which is not installed on the server.`,
    action: t`Save it as .docx, .xlsx or .pptx and upload that.`,
  },
  unsafe_document: {
    title: t`This file was not read for safety reasons`,
    message: t`Opened, it would exceed the size limits, or it refers to files outside itself.`,
    action: t`Check where it comes from. If you trust it, save it again and upload the new file.`,
  },
  attachment_too_deep: {
    title: t`This attachment is nested too deeply`,
    message: t`Attachments in attachments are read only up to a limit.`,
    action: t`Save this attachment and upload it separately.`,
  },
  too_many_attachments: {
    title: t`Too many attachments`,
    message: t`This document has more attachments than allowed.`,
    action: t`Upload the remaining attachments separately.`,
  },
  scanner_unavailable: { title: t`The virus scan is not available right now`, message: t`The virus scanner does not respond.`, action: t`Try again in a few minutes.` },
  selection_changed: t`The list has changed: another number of documents is selected now. Close this, and select them again.`,
  bulk_change_runs: t`This is not finished. Wait until it has ended, or stop it.`,
  bulk_change_final: t`Documents that are processed again cannot be undone.`,
  edit_outdated: t`This was changed again after the edit.`,
  sandbox_unavailable: SANDBOX,
  sandbox_outdated: SANDBOX,
  storage_unavailable: STORAGE,
  blob_missing: STORAGE,
  page_too_large: {
    title: t`A page is too large`,
    message: t`A page of this document is larger than a page can be.`,
    action: t`Save it with another page size and upload that.`,
  },
  storage_full: {
    title: t`The server is full`,
    message: t`There is no storage space left on the server.`,
    action: t`Try again later, or ask your administrator.`,
  },
  overloaded: BUSY,
  parser_interrupted: BUSY,
  database_unavailable: BUSY,
  broker_unavailable: BUSY,
  cache_unavailable: BUSY,
  unreadable_document: {
    title: t`This document could not be read`,
    message: t`The uploaded file is unchanged, but its text could not be read.`,
    action: t`Try again. If it fails again, check that the file opens on your computer.`,
  },
};

const MINUTE = 60;

function waitTime(seconds: unknown): string {
  const whole = typeof seconds === 'number' && seconds > 0 ? seconds : MINUTE;
  return whole < 2 * MINUTE ? plural(whole, { one: '# second', other: '# seconds' }) : plural(Math.ceil(whole / MINUTE), { one: '# minute', other: '# minutes' });
}

/** The formats whose content is recognized for certain. */
const FORMATS: Readonly<Record<string, string>> = { pdf: 'PDF', docx: 'Word', xlsx: 'Excel', pptx: 'PowerPoint', png: 'PNG', jpg: 'JPEG', jpeg: 'JPEG', tif: 'TIFF', tiff: 'TIFF', epub: 'EPUB' };

/** Return the text for a file whose name promises a format that its content is not. */
function otherContent(name: unknown): Text | undefined {
  const extension = typeof name === 'string' ? name.toLowerCase().split('.').at(-1) : undefined;
  const format = FORMATS[extension ?? ''];
  return (
    format &&
    extension && {
      title: t`Not a valid ${format} file`,
      message: t`The name of the file ends in .${extension}, but its content is not ${format}. It may be damaged.`,
      action: t`Check that it opens on your computer. Then save or download it again, and upload the new file.`,
    }
  );
}

/** Texts that depend on the data of the error. */
const TEXTS_WITH_DATA: Readonly<Record<string, (error: ErrorInfo) => Text | undefined>> = {
  too_many_attempts: ({ retry_after }) => t`Too many failed sign-in attempts. Try again in ${waitTime(retry_after)}.`,
  file_too_large: ({ limit }) => sizeLimit('file_too_large', limit),
  unsupported_type: ({ name }) => otherContent(name),
  archive_too_large: ({ limit }) => sizeLimit('archive_too_large', limit),
  // The same code is used for the password of an account and for that of a document.
  wrong_password: ({ field }) =>
    field === 'current_password'
      ? t`Current password is incorrect.`
      : {
          title: t`Wrong password`,
          message: t`The password does not open this document. It was not stored.`,
          action: t`Try another password, or upload the file without protection.`,
        },
};

function sizeLimit(code: string, limit: unknown): Text | undefined {
  const text = TEXTS[code];
  if (typeof limit !== 'number' || limit <= 0 || typeof text !== 'object') return text;
  return { ...text, title: t`Larger than the limit of ${fileSize(limit)}` };
}

/** Return what to show for an error. */
export function errorText(error: ErrorInfo): ErrorText {
  const text = TEXTS_WITH_DATA[error.code]?.(error) ?? TEXTS[error.code] ?? generalErrorText(error.code) ?? (error.message || UNEXPECTED);
  return typeof text === 'string' ? { title: text, message: text } : { title: text.message, ...text };
}

/** Return the message of an error as one sentence. */
export const errorMessage = (error: ErrorInfo): string => errorText(error).message;

/** Return what to show for a document that failed; a code without a text of its own gets a general one. */
export function documentFailureText({ code, message }: { code: string; message: string }): ErrorText {
  return code in TEXTS || code in TEXTS_WITH_DATA ? errorText({ code, message }) : errorText({ code: 'unreadable_document', message });
}
