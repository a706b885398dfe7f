"""Public names for analyzers. Import from here: modules of the product may move."""

from corpuses.analyzers.protocol import (
    NO_SETTINGS,
    WITHOUT_SETTINGS,
    Analyzer,
    DocumentLabel,
    DocumentText,
    Finding,
    Item,
    Metadata,
    Result,
    SettingsChecker,
    Verdict,
)
from documents.types import StructureKind

__all__ = [
    "NO_SETTINGS",
    "WITHOUT_SETTINGS",
    "Analyzer",
    "DocumentLabel",
    "DocumentText",
    "Finding",
    "Item",
    "Metadata",
    "Result",
    "SettingsChecker",
    "StructureKind",
    "Verdict",
]
