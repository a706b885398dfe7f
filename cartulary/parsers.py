"""What parsers and thumbnailers are made of. Import from here; the modules behind may move.

Light on purpose: it is imported in the process that reads a document.
"""

from documents.errors import (
    CorruptDocument,
    EmptyFile,
    EncryptedDocument,
    NoPages,
    TooManyPages,
    TruncatedDocument,
    UnsupportedType,
)
from documents.pipeline.protocols import Parser, Recogniser, Thumbnailer
from documents.types import (
    Attachment,
    Box,
    DocumentInfo,
    Item,
    Link,
    OutlineEntry,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    ParseWarning,
    Rendition,
    StructureKind,
    Table,
    TableCell,
    Token,
)

__all__ = [
    "Attachment",
    "Box",
    "CorruptDocument",
    "DocumentInfo",
    "EmptyFile",
    "EncryptedDocument",
    "Item",
    "Link",
    "NoPages",
    "OutlineEntry",
    "ParseEvent",
    "ParseOptions",
    "ParseWarning",
    "ParsedPage",
    "ParsedStructure",
    "Parser",
    "Recogniser",
    "Rendition",
    "StructureKind",
    "Table",
    "TableCell",
    "Thumbnailer",
    "Token",
    "TooManyPages",
    "TruncatedDocument",
    "UnsupportedType",
]
