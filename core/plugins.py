"""Plug-ins of installed packages, found by entry point. Problems with one are recorded and never stop the program."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

logger = logging.getLogger(__name__)

PluginT = TypeVar("PluginT")

_NOTHING: Mapping[str, str] = {}


class BadPlugin(RuntimeError):
    """The object of an entry point does not have the interface of its group."""


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plug-in that is installed but not used, and the reason."""

    group: str
    name: str
    package: str
    reason: str

    def sentence(self) -> str:
        """Return a message for staff."""
        kind = self.group.rpartition(".")[2]
        return f"The plug-in {self.name!r} ({kind}) of {self.package or 'a package'} is not used: {self.reason}"


@dataclass(frozen=True, slots=True)
class Installed(Generic[PluginT]):
    """The plug-ins of one group by name, and the problems with others."""

    plugins: Mapping[str, PluginT]
    problems: tuple[PluginProblem, ...]


def installed(group: str, create: Callable[[Any], PluginT], *, built_in: Iterable[str]) -> Installed[PluginT]:
    """Load a group. `create` returns the plug-in for a loaded object, or raises if it is not one."""
    plugins: dict[str, PluginT] = {}
    names = set(built_in)

    def add(point: EntryPoint, loaded: Any) -> None:
        if point.name in names:
            raise BadPlugin(f"there is another {point.name!r}")
        plugins[point.name] = create(loaded)
        names.add(point.name)

    problems = load_installed(group, add)
    return Installed(plugins, problems)


def load_installed(
    group: str, add: Callable[[EntryPoint, Any], None], *, known: Mapping[str, str] = _NOTHING
) -> tuple[PluginProblem, ...]:
    """Load every plug-in of a group and pass it to `add`, which raises if it is invalid.

    Entry points that are equal to one in `known` (name to reference) are those of built-in plug-ins, and are skipped.
    """
    points = [point for point in entry_points(group=group) if known.get(point.name) != point.value]
    problems = [problem for point in _in_order(points) if (problem := _try(point, add)) is not None]
    for problem in problems:
        logger.error("plugin.refused", extra={"plugin": problem.name, "group": group, "reason": problem.reason})
    return tuple(problems)


def _in_order(points: Iterable[EntryPoint]) -> list[EntryPoint]:
    return sorted(points, key=lambda point: (point.name, point.value))


def _try(point: EntryPoint, add: Callable[[EntryPoint, Any], None]) -> PluginProblem | None:
    try:
        add(point, point.load())
    except (Exception, SystemExit) as error:  # noqa: BLE001  # third-party code may raise anything; the program goes on
        reason = str(error) if isinstance(error, BadPlugin) else f"{type(error).__name__}: {error}"
        return PluginProblem(point.group, point.name, point.dist.name if point.dist else "", reason)
    return None
