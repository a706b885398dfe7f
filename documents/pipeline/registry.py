"""Registry of parsers and thumbnailers: the built-in ones and those of installed packages."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any, Generic, TypeVar

from core.plugins import BadPlugin, PluginProblem, load_installed
from documents.errors import ParserUnavailable, UnsupportedType
from documents.pipeline.protocols import Parser, Thumbnailer, TypeSniffer

logger = logging.getLogger(__name__)

PluginT = TypeVar("PluginT", Parser, Thumbnailer)

PARSER_GROUP = "cartulary.parsers"
THUMBNAILER_GROUP = "cartulary.thumbnailers"

# The same references are entry points in pyproject.toml; these make a checkout work that is not installed.
BUILT_IN_PARSERS = {
    "pdfium": "documents.pipeline.pdf.parser:PdfParser",
    "pdfium-ocr": "documents.pipeline.pdf.parser:ForcedOcrPdfParser",
    "plain-text": "documents.pipeline.text.parser:TextParser",
    "docling": "documents.pipeline.reflow.parser:ReflowParser",
    "office-legacy": "documents.pipeline.reflow.parser:LegacyOfficeParser",
    "xml-source": "documents.pipeline.text.parser:XmlSourceParser",
    "mail": "documents.pipeline.mail.parser:MailParser",
    "image": "documents.pipeline.image.parser:ImageParser",
}
BUILT_IN_THUMBNAILERS = {
    "pdfium": "documents.pipeline.pdf.thumbnailer:PdfThumbnailer",
    "plain-text": "documents.pipeline.text.parser:TextThumbnailer",
    "docling": "documents.pipeline.reflow.parser:ReflowThumbnailer",
    "office-legacy": "documents.pipeline.reflow.parser:LegacyOfficeThumbnailer",
    "xml-source": "documents.pipeline.text.parser:XmlSourceThumbnailer",
    "mail": "documents.pipeline.mail.parser:MailThumbnailer",
    "image": "documents.pipeline.image.thumbnailer:ImageThumbnailer",
}


class PluginAlreadyRegistered(BadPlugin):
    """A plug-in of this name is already registered."""


class UnknownPlugin(RuntimeError):
    """No plug-in has this name."""


class NotAPlugin(BadPlugin):
    """The object lacks methods of the plug-in protocol, or they return values of the wrong type."""


class Registry(Generic[PluginT]):
    """Plug-ins by name. The best plug-in for a type has the highest score; equal scores are ordered by name.

    Types and scores are read once, when a plug-in is registered, so that later changes in a plug-in have no effect.
    """

    def __init__(self, kind: type[PluginT]) -> None:
        self._kind: type[PluginT] = kind
        self._plugins: dict[str, PluginT] = {}
        self._scores: dict[str, dict[str, int]] = {}
        self.problems: tuple[PluginProblem, ...] = ()

    def register(self, plugin: PluginT) -> None:
        """Add a plug-in; raise `NotAPlugin` or `PluginAlreadyRegistered`."""
        if not isinstance(plugin, self._kind):
            raise NotAPlugin(f"{plugin!r} is not a {self._kind.__name__}")
        scores = _scores_of(plugin)
        if plugin.name in self._plugins:
            raise PluginAlreadyRegistered(
                f"the name {plugin.name!r} is used by {type(self._plugins[plugin.name]).__qualname__}"
            )
        self._plugins[plugin.name] = plugin
        self._scores[plugin.name] = scores

    def load(self, built_in: Mapping[str, str], group: str) -> None:
        """Register the built-in classes, then the installed ones; `problems` lists those that cannot be used."""
        for reference in built_in.values():
            self.register(_import_class(reference)())
        self.problems = load_installed(group, self._register_installed, known=built_in)

    def _register_installed(self, _: EntryPoint, create: Callable[[], PluginT]) -> None:
        self.register(create())

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._plugins))

    def named(self, name: str) -> PluginT:
        """Return the plug-in of this name; raise `UnknownPlugin`."""
        try:
            return self._plugins[name]
        except KeyError:
            raise UnknownPlugin(f"{name!r}; known: {', '.join(self.names())}") from None

    def accepted_types(self) -> frozenset[str]:
        return frozenset(mime_type for scores in self._scores.values() for mime_type in scores)

    def names_for(self, mime_type: str) -> tuple[str, ...]:
        """Return the names of the plug-ins that read a type, the best first."""
        scored = [(-scores.get(mime_type, 0), name) for name, scores in self._scores.items()]
        return tuple(name for score, name in sorted(scored) if score < 0)

    def sniff_type(self, head: bytes) -> str:
        """Return the type that a plug-in detects in the beginning of a file; "" if none does."""
        for name, plugin in sorted(self._plugins.items()):
            if isinstance(plugin, TypeSniffer):
                mime_type = _sniff_with(plugin, head)
                if mime_type in self._scores[name]:
                    return mime_type
        return ""

    def best_for(self, mime_type: str) -> PluginT:
        """Return the best plug-in for a type; raise `UnsupportedType`."""
        names = self.names_for(mime_type)
        if not names:
            raise UnsupportedType(detected=mime_type, allowed=sorted(self.accepted_types()))
        return self._plugins[names[0]]


def _scores_of(plugin: Parser | Thumbnailer) -> dict[str, int]:
    types = plugin.accepted_types()
    if not (isinstance(plugin.name, str) and plugin.name and isinstance(plugin.version, str)):
        raise NotAPlugin(f"{type(plugin).__qualname__} has no name and version")
    if not (isinstance(types, tuple) and all(isinstance(mime_type, str) for mime_type in types)):
        raise NotAPlugin(f"accepted_types of {plugin.name!r} returned {types!r}, not a tuple of MIME types")
    scores = {mime_type: plugin.score(mime_type) for mime_type in types}
    if not all(isinstance(score, int) for score in scores.values()):
        raise NotAPlugin(f"the scores of {plugin.name!r} are {scores!r}, not integers")
    return scores


@cache
def parsers() -> Registry[Parser]:
    """Return the registry of parsers, loaded once per process."""
    registry: Registry[Parser] = Registry(Parser)  # type: ignore[type-abstract]  # the protocol is the run-time check
    registry.load(BUILT_IN_PARSERS, PARSER_GROUP)
    return registry


@cache
def thumbnailers() -> Registry[Thumbnailer]:
    """Return the registry of thumbnailers, loaded once per process."""
    registry: Registry[Thumbnailer] = Registry(Thumbnailer)  # type: ignore[type-abstract]  # as above
    registry.load(BUILT_IN_THUMBNAILERS, THUMBNAILER_GROUP)
    return registry


def parser_for(mime_type: str, *, name: str = "") -> Parser:
    """Return the best parser of a type, or the named one; `ParserUnavailable` if that one cannot read the type."""
    if not name:
        return parsers().best_for(mime_type)
    names = parsers().names_for(mime_type)
    if name not in names:
        raise ParserUnavailable(parser=name, available=list(names))
    return parsers().named(name)


def install_parsers(references: Iterable[str]) -> None:
    """Register parsers that a setting names as "module:Class"."""
    for reference in references:
        parsers().register(_import_class(reference)())


def thumbnailer_for(mime_type: str) -> Thumbnailer:
    """Return the best thumbnailer of a type."""
    return thumbnailers().best_for(mime_type)


def accepted_types() -> frozenset[str]:
    """Return the MIME types that can be parsed."""
    return parsers().accepted_types()


def sniff_type(head: bytes) -> str:
    """Return the type that a plug-in detects in the beginning of a file; it takes precedence over `sniff`."""
    return parsers().sniff_type(head)


def _sniff_with(plugin: TypeSniffer, head: bytes) -> str:
    try:
        return plugin.sniff_type(head)
    except Exception:  # third-party code: its bugs must not fail an upload
        logger.exception("plugin.failed", extra={"plugin": type(plugin).__qualname__})
        return ""


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed plug-ins that cannot be used."""
    return (*parsers().problems, *thumbnailers().problems)


def _import_class(reference: str) -> Callable[[], Any]:
    module, _, name = reference.partition(":")
    plugin_class: Callable[[], Any] = getattr(import_module(module), name)
    return plugin_class
