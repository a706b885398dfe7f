// Error texts of the user interface, by error code. An error without a text here shows the message that the server sent.
import { fileSize } from '../format';
import { NOT_CONNECTED, NOT_FOUND, UNEXPECTED } from './general';

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
  title: 'This document took too long to read',
  message: 'Processing was stopped because it exceeded the time limit.',
  action: 'Try again later, or split the document into smaller files.',
};

const CRASHED: Text = {
  title: 'Processing stopped unexpectedly',
  message: 'The program that reads documents crashed on this file. Other documents are not affected.',
  action: 'Try again. If it happens again, re-save the document in the program that created it and upload the new file.',
};

const SANDBOX: Text = {
  title: 'Processing is not available right now',
  message: 'The program that reads documents could not be started.',
  action: 'Try again in a few minutes. If that does not help, contact your administrator.',
};

const STORAGE: Text = {
  title: 'The stored file could not be opened',
  message: 'The file storage is not available right now.',
  action: 'Try again in a few minutes. If that does not help, upload the file again.',
};

const BUSY: Text = {
  title: 'The server was too busy',
  message: 'A part of the server was not available, also after several attempts.',
  action: 'Try again in a few minutes.',
};

const INVALID_LINK = 'This link is no longer valid.';

const TEXTS: Readonly<Record<string, Text>> = {
  unexpected: UNEXPECTED,
  network: { title: 'Connection lost', message: NOT_CONNECTED },
  cancelled: 'You cancelled this upload.',
  not_found: NOT_FOUND,
  not_authenticated: 'Sign in to continue.',
  not_allowed: 'You do not have permission to do this.',
  too_many_streams: 'Too many pages and programs receive live updates. Close some.',
  rate_limited: 'Too many requests. Wait a moment and try again.',
  edit_conflict: 'Someone else has changed this in the meantime. Reload and try again.',

  invalid_credentials: 'Incorrect user name or password.',
  registration_closed: 'Registration is closed. Ask your administrator for an account.',
  invitation_needed: 'You need an invitation to create an account.',
  link_unusable: 'This link has expired or has already been used. Request a new one.',
  username_taken: 'This user name is already taken. Choose another one.',
  email_taken: 'This e-mail address belongs to another account.',
  token_expired: 'This API token has expired. Create a new one.',
  token_limited: 'This token is limited to some corpora or teams, and cannot do this.',
  too_many_tokens: 'You have reached the maximum number of API tokens. Revoke one first.',

  user_not_found: 'No user with this user name or e-mail.',
  team_not_found: 'You are not a member of this team.',
  share_exists: 'Already shared with them.',
  too_many_shares: 'The maximum number of shares is reached. Remove one first.',
  last_admin: 'A team needs at least one admin. Make another member an admin first, or delete the team.',
  team_has_service_accounts: 'Delete the service accounts of this team first.',
  too_many_service_accounts: 'This team has the maximum number of service accounts. Delete one first.',
  team_full: 'This team has reached the maximum number of members.',
  link_not_found: { title: INVALID_LINK, message: INVALID_LINK },
  link_expired: { title: 'This link has expired', message: 'This link has expired. Ask for a new one.' },

  label_exists: 'This corpus already has a label with this name.',
  label_in_use: 'This label is in use.',
  folder_exists: 'A folder with this name already exists.',
  folder_in_itself: 'A folder cannot be moved into itself.',
  personal_corpus: 'Your personal corpus cannot be deleted.',
  parent_deleted: 'This is an attachment of a document in the bin. Restore that document first.',
  document_locked: 'This document is being processed. Try again when it is ready.',
  document_not_parsed: 'This document has no text to annotate yet.',

  empty_file: { title: 'Empty file', message: 'The file is empty.', action: 'Export or download it again.' },
  file_too_large: { title: 'File too large', message: 'The file is larger than allowed.', action: 'Split it, or reduce the resolution of scans.' },
  archive_too_large: { title: 'ZIP file too large', message: 'The ZIP file is larger than allowed.', action: 'Split it into smaller ZIP files.' },
  invalid_archive: { title: 'Not a valid ZIP file', message: 'The ZIP file cannot be opened.', action: 'Create it again and upload it.' },
  unsupported_type: { title: 'This file type is not supported', message: 'This file type is not supported.', action: 'Save it as PDF and upload that.' },
  quota_exceeded: { title: 'Your storage is full', message: 'Your storage is full.', action: 'Delete documents that you do not need and empty the bin, then try again.' },
  infected: { title: 'Virus found', message: 'A virus was found.', action: 'Infected files were removed. Check the computer they came from.' },
  scan_pending: 'This file is being scanned for viruses and is not available yet.',
  hash_mismatch: { title: 'Upload corrupted', message: 'The upload was corrupted on the way.', action: 'Try again.' },
  checksum_mismatch: { title: 'Upload corrupted', message: 'The upload was corrupted on the way.', action: 'Try again.' },
  file_unreadable: {
    title: 'File no longer available',
    message: 'The file was moved, changed or deleted.',
    action: 'The file was moved, changed or deleted, or the browser could not store it. Choose it again.',
  },
  document_exists: 'You have already uploaded this file.',
  upload_gone: { title: 'Upload expired', message: 'The upload has expired.', action: 'Upload the file again.' },
  upload_incomplete: { title: 'Upload incomplete', message: 'The file did not arrive completely.', action: 'Try again.' },
  too_much_at_once: 'The selected documents are too large to download together. Select fewer.',
  not_encrypted: 'This document does not need a password.',

  job_has_begun: 'This job has already started.',
  job_has_succeeded: 'This job has already succeeded.',
  job_is_live: 'This job has not ended yet.',
  dead_letter_closed: 'This failure has already been retried or dismissed.',
  dependency_unavailable: 'A required service is not available right now. Try again in a few minutes.',

  processing_cancelled: {
    title: 'Processing was cancelled',
    message: 'Processing was stopped before it finished. The uploaded file is unchanged.',
    action: 'Press Retry to process it.',
  },
  encrypted_document: {
    title: 'This document is password-protected',
    message: 'Its pages cannot be read without the password.',
    action: 'Enter the password. We store it encrypted, so we can open the file again.',
  },
  parser_unavailable: {
    title: 'The chosen parser is not available',
    message: 'It is no longer installed, or it does not support this file type.',
    action: 'Read the document again with another parser.',
  },
  truncated_document: {
    title: 'The file is incomplete',
    message: 'The file is incomplete, probably a broken download.',
    action: 'Download or copy the original again and upload the complete file.',
  },
  corrupt_document: {
    title: 'This file is damaged',
    message: 'The file is damaged and cannot be read.',
    action: 'Check that it opens on your computer. If it does, save it again and upload the new file.',
  },
  no_pages: {
    title: 'This document has no pages',
    message: 'The file is valid, but it contains nothing to show or search.',
    action: 'Check that you uploaded the right file.',
  },
  too_many_pages: {
    title: 'This document is too long',
    message: 'It has more pages than allowed.',
    action: 'Split it into parts and upload them.',
  },
  parser_out_of_memory: {
    title: 'This document is too large to read',
    message: 'Reading it needs more memory than allowed.',
    action: 'Split it into parts or reduce the size of its images, then upload the result.',
  },
  parser_crashed: CRASHED,
  worker_lost: CRASHED,
  parser_timeout: TIMED_OUT,
  timeout: TIMED_OUT,
  conversion_failed: {
    title: 'This file could not be converted',
    message: 'LibreOffice cannot open this older Office file.',
    action: 'Open it in Office, save it as .docx, .xlsx or .pptx, and upload that.',
  },
  needs_libreoffice: {
    title: 'This older Office format is not supported here',
    message: 'Older Office files need LibreOffice, which is not installed on the server.',
    action: 'Save it as .docx, .xlsx or .pptx and upload that.',
  },
  unsafe_document: {
    title: 'This file was not read for safety reasons',
    message: 'Opened, it would exceed the size limits, or it refers to files outside itself.',
    action: 'Check where it comes from. If you trust it, save it again and upload the new file.',
  },
  attachment_too_deep: {
    title: 'This attachment is nested too deeply',
    message: 'Attachments in attachments are read only up to a limit.',
    action: 'Save this attachment and upload it separately.',
  },
  too_many_attachments: {
    title: 'Too many attachments',
    message: 'This document has more attachments than allowed.',
    action: 'Upload the remaining attachments separately.',
  },
  scanner_unavailable: {
    title: 'The virus scan is not available right now',
    message: 'The virus scanner does not respond.',
    action: 'Try again in a few minutes.',
  },
  sandbox_unavailable: SANDBOX,
  sandbox_outdated: SANDBOX,
  storage_unavailable: STORAGE,
  blob_missing: STORAGE,
  page_too_large: {
    title: 'A page is too large',
    message: 'A page of this document is larger than a page can be.',
    action: 'Save it with another page size and upload that.',
  },
  storage_full: {
    title: 'The server is full',
    message: 'There is no storage space left on the server.',
    action: 'Try again later, or ask your administrator.',
  },
  overloaded: BUSY,
  parser_interrupted: BUSY,
  database_unavailable: BUSY,
  broker_unavailable: BUSY,
  cache_unavailable: BUSY,
  unreadable_document: {
    title: 'This document could not be read',
    message: 'The uploaded file is unchanged, but its text could not be read.',
    action: 'Try again. If it fails again, check that the file opens on your computer.',
  },
};

const MINUTE = 60;

function waitTime(seconds: unknown): string {
  const whole = typeof seconds === 'number' && seconds > 0 ? seconds : MINUTE;
  return whole < 2 * MINUTE ? `${whole} seconds` : `${Math.ceil(whole / MINUTE)} minutes`;
}

/** The formats whose content is recognized for certain. */
const FORMATS: Readonly<Record<string, string>> = { pdf: 'PDF', docx: 'Word', xlsx: 'Excel', pptx: 'PowerPoint', png: 'PNG', jpg: 'JPEG', jpeg: 'JPEG', tif: 'TIFF', tiff: 'TIFF', epub: 'EPUB' };

/** Return the text for a file whose name promises a format that its content is not. */
function otherContent(name: unknown): Text | undefined {
  const extension = typeof name === 'string' ? name.toLowerCase().split('.').at(-1) : undefined;
  const format = FORMATS[extension ?? ''];
  return (
    format && {
      title: `Not a valid ${format} file`,
      message: `The name of the file ends in .${extension}, but its content is not ${format}. It may be damaged.`,
      action: 'Check that it opens on your computer. Then save or download it again, and upload the new file.',
    }
  );
}

/** Texts that depend on the data of the error. */
const TEXTS_WITH_DATA: Readonly<Record<string, (error: ErrorInfo) => Text | undefined>> = {
  too_many_attempts: ({ retry_after }) => `Too many failed sign-in attempts. Try again in ${waitTime(retry_after)}.`,
  file_too_large: ({ limit }) => sizeLimit('file_too_large', limit),
  unsupported_type: ({ name }) => otherContent(name),
  archive_too_large: ({ limit }) => sizeLimit('archive_too_large', limit),
  // The same code is used for the password of an account and for that of a document.
  wrong_password: ({ field }) =>
    field === 'current_password'
      ? 'Current password is incorrect.'
      : {
          title: 'Wrong password',
          message: 'The password does not open this document. It was not stored.',
          action: 'Try another password, or upload the file without protection.',
        },
};

function sizeLimit(code: string, limit: unknown): Text | undefined {
  const text = TEXTS[code];
  if (typeof limit !== 'number' || limit <= 0 || typeof text !== 'object') return text;
  return { ...text, title: `Larger than the limit of ${fileSize(limit)}` };
}

/** Return what to show for an error. */
export function errorText(error: ErrorInfo): ErrorText {
  const text = TEXTS_WITH_DATA[error.code]?.(error) ?? TEXTS[error.code] ?? (error.message || UNEXPECTED);
  return typeof text === 'string' ? { title: text, message: text } : { title: text.message, ...text };
}

/** Return the message of an error as one sentence. */
export const errorMessage = (error: ErrorInfo): string => errorText(error).message;

/** Return what to show for a document that failed; a code without a text of its own gets a general one. */
export function documentFailureText({ code, message }: { code: string; message: string }): ErrorText {
  return code in TEXTS || code in TEXTS_WITH_DATA ? errorText({ code, message }) : errorText({ code: 'unreadable_document', message });
}
