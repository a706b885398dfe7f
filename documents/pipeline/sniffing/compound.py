"""OLE2 compound files: the names of their streams say which program wrote them."""

from pathlib import Path

import olefile

from documents.pipeline.sniffing.types import DOC, ENCRYPTED_OFFICE, MSG, PPT, UNKNOWN, XLS

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS = (
    ("EncryptedPackage", ENCRYPTED_OFFICE),
    ("__properties_version1.0", MSG),
    ("WordDocument", DOC),
    ("PowerPoint Document", PPT),
    ("Workbook", XLS),
    ("Book", XLS),
)


def compound_type(path: Path) -> str:
    """The type of a compound file; unknown where its directory cannot be read."""
    try:
        with olefile.OleFileIO(str(path)) as compound:
            return next((mime_type for name, mime_type in _STREAMS if compound.exists(name)), UNKNOWN)
    except (OSError, ValueError, IndexError, TypeError, AttributeError, RecursionError):  # what damage makes it raise
        return UNKNOWN
