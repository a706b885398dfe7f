"""Which parser and which thumbnailer read a type: the built-in ones and those that installed packages announce."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from documents.errors import UnsupportedType
from documents.pipeline.protocols import Parser, Thumbnailer

PluginT = TypeVar("PluginT", Parser, Thumbnailer)

PARSER_GROUP = "cartulary.parsers"
THUMBNAILER_GROUP = "cartulary.thumbnailers"

# The same references stand in pyproject.toml; these make a plain checkout work without being installed.
BUILT_IN_PARSERS = {
    "pdfium": "documents.pipeline.pdf.parser:PdfParser",
    "plain-text": "documents.pipeline.text.parser:TextParser",
    "image": "documents.pipeline.image.parser:ImageParser",
}
BUILT_IN_THUMBNAILERS = {
    "pdfium": "documents.pipeline.pdf.thumbnailer:PdfThumbnailer",
    "plain-text": "documents.pipeline.text.thumbnailer:TextThumbnailer",
    "image": "documents.pipeline.image.thumbnailer:ImageThumbnailer",
}


class PluginAlreadyRegistered(RuntimeError):
    """A plug-in of this name is already registered."""


class UnknownPlugin(RuntimeError):
    """No plug-in has this name."""


class NotAPlugin(RuntimeError):
    """What the entry point names does not have the methods of a plug-in."""


class Registry(Generic[PluginT]):
    """Plug-ins by name; the best one for a type is the one with the highest score, then the first by name."""

    def __init__(self, kind: type[PluginT]) -> None:
        self._kind: type[PluginT] = kind
        self._plugins: dict[str, PluginT] = {}

    def register(self, plugin: PluginT) -> None:
        if not isinstance(plugin, self._kind):
            raise NotAPlugin(f"{plugin!r} is no {self._kind.__name__}")
        if plugin.name in self._plugins:
            raise PluginAlreadyRegistered(
                f"{plugin.name!r} is taken by {type(self._plugins[plugin.name]).__qualname__}"
            )
        self._plugins[plugin.name] = plugin

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._plugins))

    def named(self, name: str) -> PluginT:
        try:
            return self._plugins[name]
        except KeyError:
            raise UnknownPlugin(f"{name!r}; known: {', '.join(self.names())}") from None

    def accepted_types(self) -> frozenset[str]:
        return frozenset(kind for plugin in self._plugins.values() for kind in plugin.accepted_types())

    def best_for(self, mime_type: str) -> PluginT:
        scored = [(plugin.score(mime_type), plugin) for _, plugin in sorted(self._plugins.items())]
        score, plugin = max(scored, key=lambda pair: pair[0], default=(0, None))
        if plugin is None or score <= 0:
            raise UnsupportedType(detected=mime_type, allowed=sorted(self.accepted_types()))
        return plugin


@cache
def parsers() -> Registry[Parser]:
    registry: Registry[Parser] = Registry(Parser)  # type: ignore[type-abstract]  # the protocol is the run-time check
    for create in _factories(BUILT_IN_PARSERS, PARSER_GROUP):
        registry.register(create())
    return registry


@cache
def thumbnailers() -> Registry[Thumbnailer]:
    registry: Registry[Thumbnailer] = Registry(Thumbnailer)  # type: ignore[type-abstract]  # as above
    for create in _factories(BUILT_IN_THUMBNAILERS, THUMBNAILER_GROUP):
        registry.register(create())
    return registry


def parser_for(mime_type: str) -> Parser:
    return parsers().best_for(mime_type)


def install_parsers(references: Iterable[str]) -> None:
    """Add parsers named as "module:Class" in a setting."""
    for reference in references:
        parsers().register(_named_class(reference)())


def thumbnailer_for(mime_type: str) -> Thumbnailer:
    return thumbnailers().best_for(mime_type)


def accepted_types() -> frozenset[str]:
    """The MIME types that can be parsed."""
    return parsers().accepted_types()


def _factories(built_in: dict[str, str], group: str) -> Iterator[Callable[[], Any]]:
    """The built-in classes, then the installed ones; an installed announcement of a built-in one is the same thing."""
    for reference in built_in.values():
        yield _named_class(reference)
    for point in sorted(entry_points(group=group), key=_entry_point_order):
        if built_in.get(point.name) != point.value:
            yield point.load()


def _entry_point_order(point: EntryPoint) -> tuple[str, str]:
    return point.name, point.value


def _named_class(reference: str) -> Callable[[], Any]:
    module, _, name = reference.partition(":")
    found: Callable[[], Any] = getattr(import_module(module), name)
    return found
