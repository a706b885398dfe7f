"""What a plug-in must look like. It is pure: a path in, values out, files only in its scratch folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from documents.types import ParseEvent, ParseOptions


@runtime_checkable
class Parser(Protocol):
    """Turns a file into pages and structure.

    `parse` yields `DocumentInfo` first, then pages in order (a `Rendition` and warnings may come between), and
    `ParsedStructure` last. It raises the classes of `documents.errors`.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def accepted_types(self) -> tuple[str, ...]: ...

    def score(self, mime_type: str) -> int:
        """How well this parser reads the type; 0 means that it cannot, the highest score wins."""
        ...

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]: ...


@runtime_checkable
class OfficeReader(Protocol):
    """What a parser has besides that reads some types only after LibreOffice has made newer ones of them."""

    @property
    def converted(self) -> tuple[str, ...]:
        """These types; `parse` gets the newer file."""
        ...


@runtime_checkable
class Thumbnailer(Protocol):
    """Draws the first page of a file as a small webp picture."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def accepted_types(self) -> tuple[str, ...]: ...

    def score(self, mime_type: str) -> int: ...

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes: ...


@runtime_checkable
class Recogniser(Protocol):
    """What a parser of a type that the product does not know has besides."""

    def recognise(self, head: bytes) -> str:
        """The type of a file that begins so, one of the accepted ones; "" when it is none of them.

        Called for every upload and outside the sandbox: look at the bytes, decode nothing.
        """
        ...
