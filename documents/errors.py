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


class UnsupportedType(UserFault):
    """Files of this kind cannot be read yet."""

    code = "unsupported_type"
    http_status = 415


class DocumentExists(Conflict):
    """You already have this very file."""

    code = "document_exists"


class DocumentLocked(Conflict):
    """The document is being processed; wait until that has ended."""

    code = "document_locked"


class EncryptedDocument(UserFault):
    """The document is protected by a password. Remove the protection and upload it again."""

    code = "encrypted_document"


class CorruptDocument(UserFault):
    """The file is damaged and cannot be read."""

    code = "corrupt_document"


class TruncatedDocument(CorruptDocument):
    """The file ends too early: a part of it is missing. Upload the complete file."""

    code = "truncated_document"


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


class StorageUnavailable(DependencyFault):
    """The file store is not available right now."""

    code = "storage_unavailable"


class BlobMissing(DependencyFault):
    """The stored file cannot be found in the file store."""

    code = "blob_missing"
