"""Find the questions in a comment, for the offline reader."""

import re
from typing import Final

from corpuses.search.sentences import sentences

_ENDS: Final = re.compile(r"[?\u037e\u061f\uff1f][\s\"'\u201c\u201d\u2019\u00bb)\]*_!]*$")
_MENTION: Final = re.compile(r"(?<![\w@./+-])@[\w.+-]*\w,?")
_MARKS: Final = re.compile(r"^[^\S\n]*(?:>.*|(?:#+|[-*+]|\d+[.)])[^\S\n]+)|[*_`]+", re.MULTILINE)


def questions_in(text: str) -> str:
    """Return the sentences of a comment that end with a question mark, without mentions, quotes and Markdown."""
    plain = _MARKS.sub("", _MENTION.sub("", text))
    parts = (plain[span.start : span.end] for span in sentences(plain))
    return " ".join(" ".join(part.split()) for part in parts if _ENDS.search(part))
