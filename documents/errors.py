"""What can be wrong with a document. Each class is a stable code and a sentence that a person understands."""

from core.errors import Conflict, DependencyFault, UserFault


class EmptyFile(UserFault):
    """The file is empty."""

    code = "empty_file"


class NoFile(UserFault):
    """No file was sent: put it into the form field "file"."""

    code = "no_file"


class FileTooLarge(UserFault):
    """The file is larger than this route accepts."""

    code = "file_too_large"
    http_status = 413


class TooMuchAtOnce(UserFault):
    """These are too large to be fetched together. Choose fewer."""

    code = "too_much_at_once"
    http_status = 413


class HashMismatch(UserFault):
    """What has arrived is not what was announced: the SHA-256 is another. Send the file again."""

    code = "hash_mismatch"


class QuotaExceeded(UserFault):
    """There is no room for this: your quota is used up. Delete what you do not need, or ask for more."""

    code = "quota_exceeded"
    http_status = 413


class TooManyDocuments(QuotaExceeded):
    """There is no room for another document: you have as many as you may have."""

    http_status = 409


class Infected(UserFault):
    """The virus scanner has found something in this file, and the file was removed."""

    code = "infected"
    http_status = 410


class ScanPending(Conflict):
    """This file waits for the virus scanner; until then nobody can have it."""

    code = "scan_pending"


class UploadConflict(Conflict):
    """The upload is at another place than the request says."""

    code = "offset_mismatch"


class ChecksumMismatch(UserFault):
    """What has arrived is not what was sent: the checksum is another."""

    code = "checksum_mismatch"
    http_status = 460  # the word of the tus protocol


class UploadGone(UserFault):
    """This upload has ended or expired."""

    code = "upload_gone"
    http_status = 410


class UploadIncomplete(Conflict):
    """The file has not arrived completely."""

    code = "upload_incomplete"


class UnsupportedType(UserFault):
    """Files of this kind cannot be read yet."""

    code = "unsupported_type"
    http_status = 415


class ParserUnavailable(UserFault):
    """The parser that was chosen is not installed, or does not read files of this kind. Choose another one."""

    code = "parser_unavailable"


class TooManyAttachments(UserFault):
    """There are more attachments in one document than can be kept."""

    code = "too_many_attachments"


class AttachmentTooDeep(UserFault):
    """This lies too deep: attachments in attachments are opened up to a limit."""

    code = "attachment_too_deep"


class DocumentExists(Conflict):
    """You already have this very file."""

    code = "document_exists"


class DocumentLocked(Conflict):
    """The document is being processed; wait until that has ended."""

    code = "document_locked"


class EncryptedDocument(UserFault):
    """The document is protected by a password. Give the password, or remove the protection and upload it again."""

    code = "encrypted_document"


class WrongPassword(EncryptedDocument):
    """The password that was given does not open this document. Try another one."""

    code = "wrong_password"


class NotEncrypted(Conflict):
    """This document does not wait for a password."""

    code = "not_encrypted"


class CorruptDocument(UserFault):
    """The file is damaged and cannot be read."""

    code = "corrupt_document"


class TruncatedDocument(CorruptDocument):
    """The file ends too early: a part of it is missing. Upload the complete file."""

    code = "truncated_document"


class UnsafeDocument(UserFault):
    """The file would grow beyond all bounds when it is opened, or lead out of itself; it was not read."""

    code = "unsafe_document"


class NeedsLibreOffice(UserFault):
    """Files this old are read only where LibreOffice is installed. Save it as .docx or .pptx and upload that."""

    code = "needs_libreoffice"


class ConversionFailed(UserFault):
    """LibreOffice cannot make sense of this old file. Open it in Office, save it as .docx or .pptx and upload that."""

    code = "conversion_failed"


class NoPages(UserFault):
    """The document has no pages."""

    code = "no_pages"


class TooManyPages(UserFault):
    """The document has more pages than can be processed."""

    code = "too_many_pages"


class ParserCrashed(UserFault):
    """Reading this document made the parser stop unexpectedly; it was not able to continue."""

    code = "parser_crashed"


class ParserOutOfMemory(UserFault):
    """Reading this document needs more memory than is allowed."""

    code = "parser_out_of_memory"


class ParserTimeout(UserFault):
    """Reading this document took longer than is allowed."""

    code = "parser_timeout"


class ScannerUnavailable(DependencyFault):
    """The virus scanner is not available right now."""

    code = "scanner_unavailable"


class StorageUnavailable(DependencyFault):
    """The file store is not available right now."""

    code = "storage_unavailable"


class BlobMissing(DependencyFault):
    """The stored file cannot be found in the file store."""

    code = "blob_missing"
