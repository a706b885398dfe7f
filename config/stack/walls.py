"""Which walls stand around the reading of documents on this machine: tried, not guessed."""

from dataclasses import dataclass

from core.errors import DomainError
from documents.pipeline.sandbox import IsolationReport, Sandbox, check_isolation
from documents.pipeline.sandbox.isolation import Isolation

_NAMES = {
    "network_namespace": "network namespace",
    "confined_files": "Landlock",
    "filtered_calls": "seccomp",
}
_LEAKS = {
    "reaches_network": "reach the network",
    "reads_other_files": "read other files",
    "writes_other_files": "write other files",
}


@dataclass(frozen=True, slots=True)
class Walls:
    """What the kernel granted, what it did not, and what a parser could do in spite of all that."""

    up: tuple[str, ...]
    missing: tuple[str, ...]
    leaks: tuple[str, ...]


def standing() -> Walls | None:
    """Start a sandbox and let it try; nothing when it does not even start."""
    sandbox = Sandbox()
    try:
        return walls_of(sandbox.isolation(), check_isolation(sandbox))
    except DomainError:
        return None
    finally:
        sandbox.close()


def walls_of(granted: Isolation, tried: IsolationReport) -> Walls:
    return Walls(
        up=tuple(name for wall, name in _NAMES.items() if getattr(granted, wall)),
        missing=tuple(name for wall, name in _NAMES.items() if not getattr(granted, wall)),
        leaks=tuple(deed for fact, deed in _LEAKS.items() if getattr(tried, fact)),
    )
