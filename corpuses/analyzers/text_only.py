"""Analyzers of the first protocol, `analyze(text) -> findings`, used as those of the present one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding


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
