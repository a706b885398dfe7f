"""Plug-ins of installed packages, found by entry point. What is wrong with one is noted; it never stops the program."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

logger = logging.getLogger(__name__)

PluginT = TypeVar("PluginT")

_NOTHING: Mapping[str, str] = {}


class BadPlugin(RuntimeError):
    """What an entry point names is not what its group promises."""


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plug-in that is announced and not used, and why."""

    group: str
    name: str
    package: str
    reason: str

    def sentence(self) -> str:
        """What an operator reads of it."""
        kind = self.group.rpartition(".")[2]
        return f"The plug-in {self.name!r} ({kind}) of {self.package or 'a package'} is not used: {self.reason}"


@dataclass(frozen=True, slots=True)
class Installed(Generic[PluginT]):
    """What the installed packages bring of one group, by the name it is announced by; and what is wrong with some."""

    plugins: Mapping[str, PluginT]
    problems: tuple[PluginProblem, ...]


def installed(group: str, made: Callable[[Any], PluginT], *, built_in: Iterable[str]) -> Installed[PluginT]:
    """Load a whole group. `made` gives the plug-in of what was loaded, or raises when it is none."""
    plugins: dict[str, PluginT] = {}
    taken = set(built_in)

    def take(point: EntryPoint, loaded: Any) -> None:
        if point.name in taken:
            raise BadPlugin(f"there is another {point.name!r}")
        plugins[point.name] = made(loaded)
        taken.add(point.name)

    problems = take_installed(group, take)
    return Installed(plugins, problems)


def take_installed(
    group: str, take: Callable[[EntryPoint, Any], None], *, known: Mapping[str, str] = _NOTHING
) -> tuple[PluginProblem, ...]:
    """Load every plug-in of a group and hand it to `take`, which raises when it is not as it should be.

    An announcement that says the same as `known` (name to reference) is that of a built-in one, and left out.
    """
    points = [point for point in entry_points(group=group) if known.get(point.name) != point.value]
    problems = [problem for point in _in_order(points) if (problem := _tried(point, take)) is not None]
    for problem in problems:
        logger.error("plugin.refused", extra={"plugin": problem.name, "group": group, "reason": problem.reason})
    return tuple(problems)


def _in_order(points: Iterable[EntryPoint]) -> list[EntryPoint]:
    return sorted(points, key=lambda point: (point.name, point.value))


def _tried(point: EntryPoint, take: Callable[[EntryPoint, Any], None]) -> PluginProblem | None:
    try:
        take(point, point.load())
    except (Exception, SystemExit) as error:  # noqa: BLE001  # strangers' code: whatever it raises, the program goes on
        reason = str(error) if isinstance(error, BadPlugin) else f"{type(error).__name__}: {error}"
        return PluginProblem(point.group, point.name, point.dist.name if point.dist else "", reason)
    return None
