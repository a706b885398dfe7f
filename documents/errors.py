"""Errors of documents and uploads: each class has a stable code and a message for users."""

from core.errors import Conflict, DependencyFault, UserFault


class EmptyFile(UserFault):
    """The file is empty."""

    code = "empty_file"
    what_to_do = "Upload a file with content."


class NoFile(UserFault):
    """No file was uploaded. Send it as the form field "file"."""

    code = "no_file"
    what_to_do = "Send the file as the form field `file`."


class FileTooLarge(UserFault):
    """The file is too large for this way of uploading."""

    code = "file_too_large"
    http_status = 413
    what_to_do = "Upload it in chunks (`/uploads`), or split it; `limit` is the limit in bytes."


class TooMuchAtOnce(UserFault):
    """These files are too large to be downloaded together. Choose fewer."""

    code = "too_much_at_once"
    http_status = 413
    what_to_do = "Download fewer documents at once."


class HashMismatch(UserFault):
    """Checksum mismatch: the upload was corrupted. Please try again."""

    code = "hash_mismatch"
    what_to_do = "Upload the file again."


class QuotaExceeded(UserFault):
    """Your storage quota is used up. Delete documents that you no longer need, or ask for a larger quota."""

    code = "quota_exceeded"
    http_status = 413
    what_to_do = "Delete documents, empty the bin, or ask for a larger quota."


class TooManyDocuments(QuotaExceeded):
    """You have reached your limit of documents. Delete some, or ask for a higher limit."""

    http_status = 409


class Infected(UserFault):
    """A virus was found in this file, and the file was removed."""

    code = "infected"
    http_status = 410
    what_to_do = "Check the computer the file came from."


class ScanPending(Conflict):
    """This file is being scanned for viruses and is not available yet."""

    code = "scan_pending"
    what_to_do = "Try again in a moment."


class UploadConflict(Conflict):
    """The offset does not match the upload. Ask for the current offset and continue from there."""

    code = "offset_mismatch"
    what_to_do = "Ask for the offset (`HEAD`), and continue from there."


class ChecksumMismatch(UserFault):
    """Checksum mismatch: this part of the upload was corrupted. Send it again."""

    code = "checksum_mismatch"
    http_status = 460  # of the tus protocol
    what_to_do = "Send this part again, from the current offset."


class UploadGone(UserFault):
    """This upload has finished or expired. Start a new one."""

    code = "upload_gone"
    http_status = 410
    what_to_do = "Start a new upload."


class UploadIncomplete(Conflict):
    """The upload is not complete yet."""

    code = "upload_incomplete"
    what_to_do = "Send the remaining bytes first."


class UnsupportedType(UserFault):
    """This file type is not supported."""

    code = "unsupported_type"
    http_status = 415
    what_to_do = "Convert the file; `GET /file-types` lists the accepted types."


class ParserUnavailable(UserFault):
    """The chosen parser is not installed or does not support this file type. Choose another one."""

    code = "parser_unavailable"
    what_to_do = "Choose another parser; an empty name is the default one."


class TooManyAttachments(UserFault):
    """The document has too many attachments."""

    code = "too_many_attachments"
    what_to_do = "Extract the attachments and upload them by themselves."


class AttachmentTooDeep(UserFault):
    """The attachment is nested too deeply."""

    code = "attachment_too_deep"
    what_to_do = "Extract the attachment and upload it by itself."


class DocumentExists(Conflict):
    """You have already uploaded this file."""

    code = "document_exists"
    what_to_do = "Use the existing document, `document_id`."


class IsAttachment(Conflict):
    """An attachment cannot have versions."""

    code = "is_attachment"
    what_to_do = "Upload a new version of the document that it is attached to, or upload the file by itself."


class DocumentLocked(Conflict):
    """The document is being processed. Try again when that is finished."""

    code = "document_locked"
    what_to_do = "Wait until `backend_lock` is false, then try again."


class EncryptedDocument(UserFault):
    """The document is protected by a password. Enter the password, or remove the protection and upload it again."""

    code = "encrypted_document"
    what_to_do = "Set the password (`unlockDocument`), or upload the file without protection."


class WrongPassword(EncryptedDocument):
    """The password is wrong. Try another one."""

    code = "wrong_password"
    what_to_do = "Enter the password of the document."


class NotEncrypted(Conflict):
    """This document does not need a password."""

    code = "not_encrypted"
    what_to_do = "Leave the password out."


class CorruptDocument(UserFault):
    """The file is damaged and cannot be read."""

    code = "corrupt_document"
    what_to_do = "Export or download the file again, then upload it."


class TruncatedDocument(CorruptDocument):
    """The file is incomplete, probably because of an interrupted download. Upload the complete file."""

    code = "truncated_document"
    what_to_do = "Download the file again, then upload it."


class UnsafeDocument(UserFault):
    """The file is unsafe to open: it expands to an extreme size, or refers to other files. It was not processed."""

    code = "unsafe_document"
    what_to_do = "Save the file from its program again, without embedded files."


class NeedsLibreOffice(UserFault):
    """This old file type needs LibreOffice, which is not installed. Save it as .docx or .pptx and upload that."""

    code = "needs_libreoffice"
    what_to_do = "Save it as .docx or .pptx; operators: install LibreOffice."


class ConversionFailed(UserFault):
    """LibreOffice cannot convert this file. Open it in Office, save it as .docx or .pptx and upload that."""

    code = "conversion_failed"
    what_to_do = "Save the file in a current format and upload that."


class NoPages(UserFault):
    """The document has no pages."""

    code = "no_pages"
    what_to_do = "Check the file; upload one with pages."


class PageTooLarge(UserFault):
    """A page of the document is larger than a page can be: more than 350 metres. Save it with another page size."""

    code = "page_too_large"
    what_to_do = "Save the document with another page size."


class TooManyPages(UserFault):
    """The document has more pages than can be processed."""

    code = "too_many_pages"
    what_to_do = "Split the document."


class ParserCrashed(UserFault):
    """The parser crashed while reading this document."""

    code = "parser_crashed"
    what_to_do = "Try another parser (`retryDocument`), or save the file in another format."


class ParserInterrupted(DependencyFault):
    """The system ended the parser, or had no space for its files."""

    code = "parser_interrupted"
    what_to_do = "Wait: the job is retried. Operators: check the memory and the disk of the worker."


class ParserOutOfMemory(UserFault):
    """The parser needs more memory for this document than is allowed."""

    code = "parser_out_of_memory"
    what_to_do = "Split the document; operators: raise the memory limit of the sandbox."


class ParserTimeout(UserFault):
    """The parser needs more time for this document than is allowed."""

    code = "parser_timeout"
    what_to_do = "Split the document; operators: raise the time limit of the sandbox."


class ScannerUnavailable(DependencyFault):
    """The virus scanner is not available right now."""

    code = "scanner_unavailable"
    what_to_do = "Try again after `Retry-After` seconds; operators: check clamd."


class NoVerdict(ScannerUnavailable):
    """The virus scanner gave no verdict on this file."""


class StorageUnavailable(DependencyFault):
    """The file store is not available right now."""

    code = "storage_unavailable"
    what_to_do = "Try again after `Retry-After` seconds."


class BlobMissing(DependencyFault):
    """The stored file is missing."""

    code = "blob_missing"
    what_to_do = "Upload the same file again: that repairs it. Operators: check the store."
