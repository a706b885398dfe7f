// What a failure means to a person and what can be done about it. The server's sentence says what happened; the code picks the rest.

export interface FailureAdvice {
  title: string;
  means: string;
  todo: string;
}

const GENERAL: FailureAdvice = {
  title: 'This document could not be read',
  means: 'The file is kept as you sent it, but its text could not be read.',
  todo: 'Try again. If it fails the same way, check that the file opens on your own machine.',
};

const TOO_SLOW: FailureAdvice = {
  title: 'Reading this document took too long',
  means: 'It was stopped when it passed the time that one document may take.',
  todo: 'Try again when less is going on, or split the document into smaller ones.',
};

const CRASHED: FailureAdvice = {
  title: 'Reading this document broke off',
  means: 'The program that reads documents stopped at this one. Other documents are not affected.',
  todo: 'Try again. If it stops here again, save the document anew in the program that made it and upload that file.',
};

const STORE: FailureAdvice = {
  title: 'The stored file could not be opened',
  means: 'The place where files are kept did not hand this one out.',
  todo: 'Try again in a few minutes. If it does not help, upload the file again.',
};

const ADVICE: Record<string, FailureAdvice> = {
  processing_cancelled: {
    title: 'Reading this document was cancelled',
    means: 'Somebody stopped it before it was done. The file is kept as you sent it.',
    todo: 'Press Retry to have it read after all.',
  },
  encrypted_document: {
    title: 'This document is protected by a password',
    means: 'Its pages cannot be read without the password.',
    todo: 'Give the password here. It is kept sealed with the document, so that it can be read again later.',
  },
  wrong_password: {
    title: 'This password does not open the document',
    means: 'The document is protected, and the password that was given is another one. It was not kept.',
    todo: 'Try another password, or remove the protection in the program that made the document and upload it again.',
  },
  parser_unavailable: {
    title: 'The chosen parser is not there',
    means: 'It is not installed any more, or does not read files of this kind.',
    todo: 'Have it read again by another parser.',
  },
  truncated_document: {
    title: 'A part of this file is missing',
    means: 'It ends too early, most likely because a download or a copy was cut off.',
    todo: 'Fetch the file again from where it came, and upload the whole of it.',
  },
  corrupt_document: {
    title: 'This file is damaged',
    means: 'It says that it is a document, but what is inside cannot be read as one.',
    todo: 'Check that it opens on your own machine; if it does, save it anew there and upload that file.',
  },
  no_pages: {
    title: 'This document has no pages',
    means: 'The file is sound, but there is nothing in it to show or to search.',
    todo: 'Check that it is the file you meant to upload.',
  },
  too_many_pages: {
    title: 'This document is too long',
    means: 'It has more pages than one document may have here.',
    todo: 'Split it into parts and upload these.',
  },
  parser_out_of_memory: {
    title: 'This document is too large to read',
    means: 'Reading it needs more memory than one document may take.',
    todo: 'Split it into parts, or make its pictures smaller, and upload the result.',
  },
  parser_crashed: CRASHED,
  worker_lost: CRASHED,
  parser_timeout: TOO_SLOW,
  timeout: TOO_SLOW,
  storage_unavailable: STORE,
  blob_missing: STORE,
};

/** Whether a password is all that is missing. */
export const wantsPassword = (code: string): boolean => code === 'encrypted_document' || code === 'wrong_password';

export const failureAdvice = (code: string): FailureAdvice => ADVICE[code] ?? GENERAL;
