"""Errors of documents and uploads: each class has a stable code and a message for users."""

from core.errors import Conflict, DependencyFault, UserFault


class EmptyFile(UserFault):
    """The file is empty."""

    code = "empty_file"


class NoFile(UserFault):
    """No file was uploaded. Send it as the form field "file"."""

    code = "no_file"


class FileTooLarge(UserFault):
    """The file is too large for this way of uploading."""

    code = "file_too_large"
    http_status = 413


class TooMuchAtOnce(UserFault):
    """These files are too large to be downloaded together. Choose fewer."""

    code = "too_much_at_once"
    http_status = 413


class HashMismatch(UserFault):
    """Checksum mismatch: the upload was corrupted. Please try again."""

    code = "hash_mismatch"


class QuotaExceeded(UserFault):
    """Your storage quota is used up. Delete documents that you no longer need, or ask for a larger quota."""

    code = "quota_exceeded"
    http_status = 413


class TooManyDocuments(QuotaExceeded):
    """You have reached your limit of documents. Delete some, or ask for a higher limit."""

    http_status = 409


class Infected(UserFault):
    """A virus was found in this file, and the file was removed."""

    code = "infected"
    http_status = 410


class ScanPending(Conflict):
    """This file is being scanned for viruses and is not available yet."""

    code = "scan_pending"


class UploadConflict(Conflict):
    """The offset does not match the upload. Ask for the current offset and continue from there."""

    code = "offset_mismatch"


class ChecksumMismatch(UserFault):
    """Checksum mismatch: this part of the upload was corrupted. Send it again."""

    code = "checksum_mismatch"
    http_status = 460  # of the tus protocol


class UploadGone(UserFault):
    """This upload has finished or expired. Start a new one."""

    code = "upload_gone"
    http_status = 410


class UploadIncomplete(Conflict):
    """The upload is not complete yet."""

    code = "upload_incomplete"


class UnsupportedType(UserFault):
    """This file type is not supported."""

    code = "unsupported_type"
    http_status = 415


class ParserUnavailable(UserFault):
    """The chosen parser is not installed or does not support this file type. Choose another one."""

    code = "parser_unavailable"


class TooManyAttachments(UserFault):
    """The document has too many attachments."""

    code = "too_many_attachments"


class AttachmentTooDeep(UserFault):
    """The attachment is nested too deeply."""

    code = "attachment_too_deep"


class DocumentExists(Conflict):
    """You have already uploaded this file."""

    code = "document_exists"


class DocumentLocked(Conflict):
    """The document is being processed. Try again when that is finished."""

    code = "document_locked"


class EncryptedDocument(UserFault):
    """The document is protected by a password. Enter the password, or remove the protection and upload it again."""

    code = "encrypted_document"


class WrongPassword(EncryptedDocument):
    """The password is wrong. Try another one."""

    code = "wrong_password"


class NotEncrypted(Conflict):
    """This document does not need a password."""

    code = "not_encrypted"


class CorruptDocument(UserFault):
    """The file is damaged and cannot be read."""

    code = "corrupt_document"


class TruncatedDocument(CorruptDocument):
    """The file is incomplete, probably because of an interrupted download. Upload the complete file."""

    code = "truncated_document"


class UnsafeDocument(UserFault):
    """The file is unsafe to open: it expands to an extreme size, or refers to other files. It was not processed."""

    code = "unsafe_document"


class NeedsLibreOffice(UserFault):
    """This old file type needs LibreOffice, which is not installed. Save it as .docx or .pptx and upload that."""

    code = "needs_libreoffice"


class ConversionFailed(UserFault):
    """LibreOffice cannot convert this file. Open it in Office, save it as .docx or .pptx and upload that."""

    code = "conversion_failed"


class NoPages(UserFault):
    """The document has no pages."""

    code = "no_pages"


class PageTooLarge(UserFault):
    """A page of the document is larger than a page can be: more than 350 metres. Save it with another page size."""

    code = "page_too_large"


class TooManyPages(UserFault):
    """The document has more pages than can be processed."""

    code = "too_many_pages"


class ParserCrashed(UserFault):
    """The parser crashed while reading this document."""

    code = "parser_crashed"


class ParserInterrupted(DependencyFault):
    """The system ended the parser, or had no space for its files."""

    code = "parser_interrupted"


class ParserOutOfMemory(UserFault):
    """The parser needs more memory for this document than is allowed."""

    code = "parser_out_of_memory"


class ParserTimeout(UserFault):
    """The parser needs more time for this document than is allowed."""

    code = "parser_timeout"


class ScannerUnavailable(DependencyFault):
    """The virus scanner is not available right now."""

    code = "scanner_unavailable"


class StorageUnavailable(DependencyFault):
    """The file store is not available right now."""

    code = "storage_unavailable"


class BlobMissing(DependencyFault):
    """The stored file is missing."""

    code = "blob_missing"
