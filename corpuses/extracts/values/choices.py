"""Yes or no, and one of several choices. Pure."""

import re
from typing import Final

from corpuses.extracts.values.base import NoBoolean, NoChoice, Options, Value

_YES: Final = "yes true y 1 ja oui sí si sim tak да 是 はい".split()  # noqa: SIM905 - a list of literals is longer
_NO: Final = "no false n 0 none not nein non não nao nie нет 否 いいえ".split()  # noqa: SIM905 - same
_WORD: Final = re.compile(r"\w+")


def normalise_boolean(text: str, options: Options) -> Value:
    """Return yes or no, if the text begins with it."""
    word = _WORD.search(text.casefold())
    if word is None:
        raise NoBoolean
    if word[0] in _NO:
        return Value(False, "No", "0")  # noqa: FBT003 - the value itself
    if word[0] in _YES:
        return Value(True, "Yes", "1")  # noqa: FBT003 - same
    raise NoBoolean


def normalise_enum(text: str, options: Options) -> Value:
    """Return the choice that the text is; else the one that it contains, the first, and the longest of those."""
    wanted = _folded(text)
    for choice in options.choices:
        if _folded(choice) == wanted:
            return _value(choice, options)
    found = [
        (match.start(), -len(choice), choice)
        for choice in options.choices
        if _folded(choice) and (match := re.search(rf"(?<!\w){re.escape(_folded(choice))}(?!\w)", wanted))
    ]
    if not found:
        raise NoChoice
    return _value(min(found)[2], options)


def _value(choice: str, options: Options) -> Value:
    order = list(options.choices).index(choice)
    return Value(choice, choice, f"{order:06}")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
