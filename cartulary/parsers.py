"""Public names for parsers and thumbnailers. Import from here: modules of the product may move.

This module imports little, because it is imported in the sandbox process.
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
from documents.pipeline.protocols import Parser, Thumbnailer, TypeSniffer
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
    "Rendition",
    "StructureKind",
    "Table",
    "TableCell",
    "Thumbnailer",
    "Token",
    "TooManyPages",
    "TruncatedDocument",
    "TypeSniffer",
    "UnsupportedType",
]
