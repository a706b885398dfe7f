"""The analyzers that are installed: the built-in ones and those of the entry point group `cartulary.analyzers`."""

from importlib.metadata import EntryPoint, entry_points

from core.errors import UserFault
from corpuses.analyzers.defined_terms import DefinedTerms
from corpuses.analyzers.patterns import Patterns
from corpuses.analyzers.protocol import Analyzer

GROUP = "cartulary.analyzers"

_BUILT_IN: dict[str, Analyzer] = {analyzer.name: analyzer for analyzer in (Patterns(), DefinedTerms())}


class UnknownAnalyzer(UserFault):
    """No analyzer of this name is installed."""

    code = "unknown_analyzer"


def names() -> list[str]:
    """Give the names of all analyzers."""
    return sorted(_BUILT_IN | _installed())


def get_analyzer(name: str) -> Analyzer:
    """Look an analyzer up; `UnknownAnalyzer` names the known ones."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    point = _installed().get(name)
    if point is None:
        raise UnknownAnalyzer(f"There is no analyzer {name!r}; installed: {', '.join(names())}.", field="analyzer")
    analyzer: Analyzer = point.load()()
    return analyzer


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
