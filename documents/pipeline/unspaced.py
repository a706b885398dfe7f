"""Scripts without spaces between words: Chinese and Japanese."""

import re

# Han with extensions and compatibility forms, kana, CJK punctuation, full-width forms.
_UNSPACED_CHARACTERS = "[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff]"
_UNSPACED = re.compile(_UNSPACED_CHARACTERS)
_UNSPACED_PART = re.compile(f"{_UNSPACED_CHARACTERS}|(?:(?!{_UNSPACED_CHARACTERS}).)+", re.DOTALL)


def is_unspaced(text: str) -> bool:
    """Check for a script without spaces between words, in which a "word" may be a whole line."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def unspaced_parts(text: str) -> list[tuple[int, int]]:
    """Return starts and ends of parts: each character of an unspaced script alone, runs of others together."""
    return [match.span() for match in _UNSPACED_PART.finditer(text)]
