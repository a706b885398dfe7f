"""The protocol of analyzers: a document and settings in, results out.

Pure, so that a plug-in can be tested and installed alone. Offsets count code points of the text; `end` is exclusive.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from documents.types import StructureKind

NO_SETTINGS: Final[Mapping[str, Any]] = MappingProxyType({})
WITHOUT_SETTINGS: Final[Mapping[str, Any]] = MappingProxyType({"type": "object", "additionalProperties": False})
"""The schema of an analyzer that has no settings."""


@dataclass(frozen=True, slots=True)
class Item:
    """An element of the structure that the parser recognized: a heading, a paragraph. `level` is of headings."""

    kind: StructureKind
    level: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as analyzers see it. `pages` are the start and end of each page, `language` is a code or empty."""

    text: str
    title: str = ""
    language: str = ""
    pages: Sequence[tuple[int, int]] = ()
    structure: Sequence[Item] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A labelled passage. `value` is its normalised form, such as an ISO date; `confidence` is from 0 to 1."""

    start: int
    end: int
    label: str
    value: str | None = None
    confidence: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class DocumentLabel:
    """A label of the whole document."""

    name: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """A value for a field of the document."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check of the whole document. One that did not pass fails the whole analysis."""

    passed: bool
    message: str


Result: TypeAlias = Finding | DocumentLabel | Metadata | Verdict


class AnalyzerDescription(Protocol):
    """The declaration of an analyzer: all but its code."""

    name: str
    version: str
    """Changes when results change: then the analyzer can run again on documents on which it has succeeded."""
    title: str
    description: str

    @property
    def labels(self) -> Sequence[str]:
        """The labels that it may give; empty if its settings decide that."""
        ...

    @property
    def schema(self) -> Mapping[str, Any]:
        """The JSON Schema of its settings, an object."""
        ...


class Analyzer(AnalyzerDescription, Protocol):
    """Finds passages of a document by a rule or a model of its own, labels it, or checks it."""

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterable[Result]:
        """Return the results, in any order. `settings` fit the schema."""
        ...


@runtime_checkable
class SettingsChecker(Protocol):
    """An analyzer that also checks what its schema cannot express."""

    def check(self, settings: Mapping[str, Any]) -> None:
        """Raise `core.errors.Invalid`, with the path of the wrong part. `settings` fit the schema."""
        ...
