"""Which parser and which thumbnailer read a type: the built-in ones and those that installed packages announce."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any, Generic, TypeVar

from core.plugins import BadPlugin, PluginProblem, take_installed
from documents.errors import ParserUnavailable, UnsupportedType
from documents.pipeline.protocols import Parser, Recogniser, Thumbnailer

logger = logging.getLogger(__name__)

PluginT = TypeVar("PluginT", Parser, Thumbnailer)

PARSER_GROUP = "cartulary.parsers"
THUMBNAILER_GROUP = "cartulary.thumbnailers"

# The same references stand in pyproject.toml; these make a plain checkout work without being installed.
BUILT_IN_PARSERS = {
    "pdfium": "documents.pipeline.pdf.parser:PdfParser",
    "pdfium-ocr": "documents.pipeline.pdf.rereading:RereadingPdfParser",
    "plain-text": "documents.pipeline.text.parser:TextParser",
    "docling": "documents.pipeline.flow.parser:FlowParser",
    "office-legacy": "documents.pipeline.flow.legacy:LegacyParser",
    "xml-source": "documents.pipeline.text.xml_source:XmlSourceParser",
    "mail": "documents.pipeline.mail.parser:MailParser",
    "image": "documents.pipeline.image.parser:ImageParser",
}
BUILT_IN_THUMBNAILERS = {
    "pdfium": "documents.pipeline.pdf.thumbnailer:PdfThumbnailer",
    "plain-text": "documents.pipeline.text.thumbnailer:TextThumbnailer",
    "docling": "documents.pipeline.flow.thumbnailer:FlowThumbnailer",
    "office-legacy": "documents.pipeline.flow.legacy:LegacyThumbnailer",
    "xml-source": "documents.pipeline.text.xml_source:XmlSourceThumbnailer",
    "mail": "documents.pipeline.mail.thumbnailer:MailThumbnailer",
    "image": "documents.pipeline.image.thumbnailer:ImageThumbnailer",
}


class PluginAlreadyRegistered(BadPlugin):
    """A plug-in of this name is already registered."""


class UnknownPlugin(RuntimeError):
    """No plug-in has this name."""


class NotAPlugin(BadPlugin):
    """What the entry point names does not have the methods of a plug-in, or they do not give what they should."""


class Registry(Generic[PluginT]):
    """Plug-ins by name; the best one for a type is the one with the highest score, then the first by name.

    What a plug-in says of itself is asked once, when it comes, so that one that changes its mind harms nobody.
    """

    def __init__(self, kind: type[PluginT]) -> None:
        self._kind: type[PluginT] = kind
        self._plugins: dict[str, PluginT] = {}
        self._scores: dict[str, dict[str, int]] = {}
        self.problems: tuple[PluginProblem, ...] = ()

    def register(self, plugin: PluginT) -> None:
        if not isinstance(plugin, self._kind):
            raise NotAPlugin(f"{plugin!r} is no {self._kind.__name__}")
        scores = _scores_of(plugin)
        if plugin.name in self._plugins:
            raise PluginAlreadyRegistered(
                f"{plugin.name!r} is taken by {type(self._plugins[plugin.name]).__qualname__}"
            )
        self._plugins[plugin.name] = plugin
        self._scores[plugin.name] = scores

    def load(self, built_in: Mapping[str, str], group: str) -> None:
        """Register the built-in classes, then the installed ones; what is wrong with those is in `problems`."""
        for reference in built_in.values():
            self.register(_named_class(reference)())
        self.problems = take_installed(group, self._take, known=built_in)

    def _take(self, _: EntryPoint, create: Callable[[], PluginT]) -> None:
        self.register(create())

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._plugins))

    def named(self, name: str) -> PluginT:
        try:
            return self._plugins[name]
        except KeyError:
            raise UnknownPlugin(f"{name!r}; known: {', '.join(self.names())}") from None

    def accepted_types(self) -> frozenset[str]:
        return frozenset(kind for scores in self._scores.values() for kind in scores)

    def names_for(self, mime_type: str) -> tuple[str, ...]:
        """Those that read a type, the best first."""
        scored = [(-scores.get(mime_type, 0), name) for name, scores in self._scores.items()]
        return tuple(name for score, name in sorted(scored) if score < 0)

    def recognised(self, head: bytes) -> str:
        """The type that an installed plug-in sees in the beginning of a file; "" when none does."""
        for name, plugin in sorted(self._plugins.items()):
            if isinstance(plugin, Recogniser):
                found = _recognised_by(plugin, head)
                if found in self._scores[name]:
                    return found
        return ""

    def best_for(self, mime_type: str) -> PluginT:
        names = self.names_for(mime_type)
        if not names:
            raise UnsupportedType(detected=mime_type, allowed=sorted(self.accepted_types()))
        return self._plugins[names[0]]


def _scores_of(plugin: Parser | Thumbnailer) -> dict[str, int]:
    """What it reads and how well; `NotAPlugin` when it gives something else."""
    types = plugin.accepted_types()
    if not (isinstance(plugin.name, str) and plugin.name and isinstance(plugin.version, str)):
        raise NotAPlugin(f"{type(plugin).__qualname__} has no name and version")
    if not (isinstance(types, tuple) and all(isinstance(kind, str) for kind in types)):
        raise NotAPlugin(f"{plugin.name!r} accepts {types!r}, which is no tuple of MIME types")
    scores = {kind: plugin.score(kind) for kind in types}
    if not all(isinstance(score, int) for score in scores.values()):
        raise NotAPlugin(f"{plugin.name!r} scores {scores!r}, which are no numbers")
    return scores


@cache
def parsers() -> Registry[Parser]:
    registry: Registry[Parser] = Registry(Parser)  # type: ignore[type-abstract]  # the protocol is the run-time check
    registry.load(BUILT_IN_PARSERS, PARSER_GROUP)
    return registry


@cache
def thumbnailers() -> Registry[Thumbnailer]:
    registry: Registry[Thumbnailer] = Registry(Thumbnailer)  # type: ignore[type-abstract]  # as above
    registry.load(BUILT_IN_THUMBNAILERS, THUMBNAILER_GROUP)
    return registry


def parser_for(mime_type: str, *, name: str = "") -> Parser:
    """The best parser of a type, or the named one; `ParserUnavailable` when that is gone or does not read the type."""
    if not name:
        return parsers().best_for(mime_type)
    names = parsers().names_for(mime_type)
    if name not in names:
        raise ParserUnavailable(parser=name, available=list(names))
    return parsers().named(name)


def install_parsers(references: Iterable[str]) -> None:
    """Add parsers named as "module:Class" in a setting."""
    for reference in references:
        parsers().register(_named_class(reference)())


def thumbnailer_for(mime_type: str) -> Thumbnailer:
    return thumbnailers().best_for(mime_type)


def accepted_types() -> frozenset[str]:
    """The MIME types that can be parsed."""
    return parsers().accepted_types()


def recognised(head: bytes) -> str:
    """The type that a plug-in sees in the beginning of a file, where the product's own eyes would see another."""
    return parsers().recognised(head)


def _recognised_by(plugin: Recogniser, head: bytes) -> str:
    try:
        return plugin.recognise(head)
    except Exception:  # strangers' code: an upload must not fail for it
        logger.exception("plugin.failed", extra={"plugin": type(plugin).__qualname__})
        return ""


def problems() -> tuple[PluginProblem, ...]:
    """Plug-ins that are installed and cannot be used."""
    return (*parsers().problems, *thumbnailers().problems)


def _named_class(reference: str) -> Callable[[], Any]:
    module, _, name = reference.partition(":")
    found: Callable[[], Any] = getattr(import_module(module), name)
    return found
