"""Installed analyzers: the built-in ones and those of the entry point group `cartulary.analyzers`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any

from core.errors import UserFault
from core.plugins import BadPlugin, Installed, PluginProblem, installed
from corpuses.analyzers.checking import check_analyzer
from corpuses.analyzers.deadlines.finding import Deadlines
from corpuses.analyzers.defined_terms import DefinedTerms
from corpuses.analyzers.expressions import Dictionary, RegularExpressions
from corpuses.analyzers.organizations import Organizations
from corpuses.analyzers.patterns import Patterns
from corpuses.analyzers.personal_data import PersonalData
from corpuses.analyzers.protocol import WITHOUT_SETTINGS, Analyzer, DocumentText, Finding
from corpuses.analyzers.references import References


class TextOnly:
    """Wraps an analyzer that gets the text only. It has no version, no settings, and may give any label."""

    version = ""
    description = ""
    labels: Sequence[str] = ()
    schema = WITHOUT_SETTINGS

    def __init__(self, name: str, find: Callable[[str], Iterable[Finding]]) -> None:
        self.name = self.title = name
        self._find = find

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterable[Finding]:
        """Return the findings of the wrapped analyzer."""
        return self._find(document.text)


def is_text_only(analyze: Callable[..., object]) -> bool:
    """Return whether a method `analyze` has one parameter."""
    return len(signature(analyze).parameters) == 1


GROUP = "cartulary.analyzers"

_ANALYZERS: tuple[Analyzer, ...] = (
    Patterns(),
    DefinedTerms(),
    Deadlines(),
    References(),
    Organizations(),
    PersonalData(),
    RegularExpressions(),
    Dictionary(),
)
_BUILT_IN: dict[str, Analyzer] = {analyzer.name: analyzer for analyzer in _ANALYZERS}


class UnknownAnalyzer(UserFault):
    """No analyzer of this name is installed."""

    code = "unknown_analyzer"
    what_to_do = "Use the name of an installed analyzer."


def names() -> list[str]:
    """Return the names of all analyzers."""
    return sorted({*_BUILT_IN, *_installed().plugins})


def all_analyzers() -> list[Analyzer]:
    """Return all analyzers, by name."""
    found = {**_BUILT_IN, **_installed().plugins}
    return [found[name] for name in sorted(found)]


def get_analyzer(name: str) -> Analyzer:
    """Return an analyzer; raise `UnknownAnalyzer` with the known names, or with the problem of this one."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    found = _installed()
    if name in found.plugins:
        return found.plugins[name]
    for problem in found.problems:
        if problem.name == name:
            raise UnknownAnalyzer(f"The analyzer {name!r} cannot be used: {problem.reason}.", field="analyzer")
    raise UnknownAnalyzer(f"There is no analyzer {name!r}; installed: {', '.join(names())}.", field="analyzer")


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed analyzers that cannot be used."""
    return _installed().problems


def _installed() -> Installed[Analyzer]:
    return installed(GROUP, _create, built_in=_BUILT_IN)


def _create(factory: Any) -> Analyzer:
    analyzer: Any = factory()
    if not isinstance(getattr(analyzer, "name", None), str) or not callable(getattr(analyzer, "analyze", None)):
        raise BadPlugin(f"{analyzer!r} has no name or no method `analyze`")
    created: Analyzer = TextOnly(analyzer.name, analyzer.analyze) if is_text_only(analyzer.analyze) else analyzer
    check_analyzer(created)
    return created
