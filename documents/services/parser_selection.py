"""Selection of the parser: the requested one, else the default of the installation, else the best one."""

from collections.abc import Collection
from dataclasses import dataclass

from documents.models import Document, DocumentRevision, ParserChoice
from documents.pipeline import registry
from documents.pipeline.protocols import Parser


@dataclass(frozen=True, slots=True)
class ParserOption:
    """A parser for a file type. The default one is used unless another one is requested."""

    name: str
    version: str
    is_default: bool


def parser_for(document: Document) -> Parser:
    """Return the parser of a document; raise `ParserUnavailable` or `UnsupportedType`."""
    name = document.requested_parser or _default_parser(document.mime_type)
    return registry.parser_for(document.mime_type, name=name)


def require_parser(mime_type: str, name: str) -> None:
    """Raise `ParserUnavailable` unless a parser of this name supports the type; empty means the default one."""
    registry.parser_for(mime_type, name=name)


def parsers_by_type(mime_types: Collection[str]) -> dict[str, list[ParserOption]]:
    """Return the parsers for each type, the default one first; one query."""
    chosen = dict(ParserChoice.objects.filter(pk__in=mime_types).values_list("mime_type", "parser"))
    return {mime_type: _options_for(mime_type, chosen.get(mime_type, "")) for mime_type in mime_types}


def _options_for(mime_type: str, chosen: str) -> list[ParserOption]:
    known = registry.parsers()
    ordered = sorted(known.names_for(mime_type), key=lambda name: name != chosen)
    return [ParserOption(name, known.named(name).version, is_default=not rank) for rank, name in enumerate(ordered)]


def is_outdated(revision: DocumentRevision) -> bool:
    """Check whether another version of its parser is installed now; false if the parser is not installed."""
    versions = installed_versions()
    return revision.parser in versions and versions[revision.parser] != revision.parser_version


def installed_versions() -> dict[str, str]:
    """Return the versions of the installed parsers."""
    known = registry.parsers()
    return {name: known.named(name).version for name in known.names()}


def _default_parser(mime_type: str) -> str:
    return ParserChoice.objects.filter(pk=mime_type).values_list("parser", flat=True).first() or ""
