"""Which parser reads a document: the one that was asked for, else the operator's choice for its type, else the best."""

from collections.abc import Collection
from dataclasses import dataclass

from documents.models import Document, DocumentRevision, ParserChoice
from documents.pipeline import registry
from documents.pipeline.protocols import Parser


@dataclass(frozen=True, slots=True)
class ParserOption:
    """A parser that reads a type. The usual one is used when nobody asks for another."""

    name: str
    version: str
    is_default: bool


def parser_for(document: Document) -> Parser:
    """`ParserUnavailable` when the chosen one is gone or does not read the type; `UnsupportedType` when none does."""
    name = document.requested_parser or _operators_choice(document.mime_type)
    return registry.parser_for(document.mime_type, name=name)


def require_parser(mime_type: str, name: str) -> None:
    """Raise `ParserUnavailable` unless a parser of this name reads the type; no name is the usual one."""
    registry.parser_for(mime_type, name=name)


def parsers_by_type(mime_types: Collection[str]) -> dict[str, list[ParserOption]]:
    """Those that read each type, the usual one first; one query."""
    chosen = dict(ParserChoice.objects.filter(pk__in=mime_types).values_list("mime_type", "parser"))
    return {mime_type: _readers_of(mime_type, chosen.get(mime_type, "")) for mime_type in mime_types}


def _readers_of(mime_type: str, chosen: str) -> list[ParserOption]:
    known = registry.parsers()
    ordered = sorted(known.names_for(mime_type), key=lambda name: name != chosen)
    return [ParserOption(name, known.named(name).version, is_default=not place) for place, name in enumerate(ordered)]


def is_outdated(revision: DocumentRevision) -> bool:
    """Whether its parser has another version by now; one that is gone says nothing about that."""
    versions = installed_versions()
    return revision.parser in versions and versions[revision.parser] != revision.parser_version


def installed_versions() -> dict[str, str]:
    """The version of each installed parser."""
    known = registry.parsers()
    return {name: known.named(name).version for name in known.names()}


def _operators_choice(mime_type: str) -> str:
    return ParserChoice.objects.filter(pk=mime_type).values_list("parser", flat=True).first() or ""
