"""Interfaces of plug-ins. Plug-ins are pure: a path in, values out, files written to the scratch folder only."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from documents.types import ParseEvent, ParseOptions

DEFAULT_SCORE = 50


@runtime_checkable
class Parser(Protocol):
    """Converts a file to pages and structure.

    `parse` yields `DocumentInfo` first, then pages in order (a `Rendition` and warnings may come between them), and
    `ParsedStructure` last. It raises the errors of `documents.errors`.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def accepted_types(self) -> tuple[str, ...]: ...

    def score(self, mime_type: str) -> int:
        """Return how well this parser reads the type; the highest score is chosen, 0 means not supported."""
        ...

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]: ...


@runtime_checkable
class LibreOfficeParser(Protocol):
    """Optional part of a parser: types that LibreOffice converts to a newer format before they are parsed."""

    @property
    def converted_types(self) -> tuple[str, ...]:
        """The types to convert; `parse` gets the converted file."""
        ...


@runtime_checkable
class PageDegradingParser(Protocol):
    """Optional part of a parser: it follows `degraded_pages` and `unread_from` of the options."""

    @property
    def can_degrade_pages(self) -> bool: ...


@runtime_checkable
class Thumbnailer(Protocol):
    """Renders the first page of a file as a small webp image."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def accepted_types(self) -> tuple[str, ...]: ...

    def score(self, mime_type: str) -> int: ...

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes: ...


@runtime_checkable
class TypeSniffer(Protocol):
    """Optional part of a parser: detection of a type that the product does not know."""

    def sniff_type(self, head: bytes) -> str:
        """Return the type of a file that begins with `head`, one of the accepted types; "" for other files.

        Called for every upload, outside of the sandbox: compare bytes only, decode nothing.
        """
        ...


class BuiltInPlugin:
    """Base class of the built-in plug-ins: a list of types with the default score, others with half of it."""

    types: Sequence[str] = ()
    fallback_types: Sequence[str] = ()

    def accepted_types(self) -> tuple[str, ...]:
        return (*self.types, *self.fallback_types)

    def score(self, mime_type: str) -> int:
        if mime_type in self.types:
            return DEFAULT_SCORE
        return DEFAULT_SCORE // 2 if mime_type in self.fallback_types else 0
