"""Rules: the steps that find the structure of a PDF, in ordered lists.

A rule is a function that changes what it is given: the state of a document, of a page, or of the search for tables. Its
name is that of the function, and the first sentence of its docstring is what it does. All lists are in `rule_lists`.
"""

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """Options of rules: `without` are the names of those that are left out, for measurements.

    The time of each rule is added to `seconds`, if given; it includes the rules that the rule applies itself.
    """

    without: frozenset[str] = frozenset()
    seconds: MutableMapping[str, float] | None = None


ALL_RULES = RuleOptions()


class RuleState(Protocol):
    """The state that rules change, with the options for the rules of all lists."""

    @property
    def options(self) -> RuleOptions: ...


StateT = TypeVar("StateT", bound=RuleState)
Rule = Callable[[StateT], None]


def apply(rules: Iterable[Rule[StateT]], state: StateT) -> None:
    """Apply the rules in their order."""
    without, seconds = state.options.without, state.options.seconds
    for rule in rules:
        if rule.__name__ in without:
            continue
        began = perf_counter() if seconds is not None else 0.0
        rule(state)
        if seconds is not None:
            seconds[rule.__name__] = seconds.get(rule.__name__, 0.0) + perf_counter() - began
