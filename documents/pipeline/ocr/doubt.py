"""Whether an engine read a script that it does not know: it then reads letters of its own, and is not sure of any."""

from collections.abc import Iterable

from documents.pipeline.ocr.lines import ReadLine

# Measured on a page of each of 20 languages: ppocr is sure to 0.96 or more of those it knows, to 0.86 or less of
# others; tesseract to 0.93 with the right language, to 0.5 with a wrong one.
_DOUBTFUL = {"ppocr": 0.88, "tesseract": 0.7}
_FEW = 20  # characters: too few to judge


def confidence_of(lines: Iterable[ReadLine]) -> float:
    """Of a character; 0 where there is none."""
    words = [word for line in lines for word in line.words]
    characters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / characters if characters else 0.0


def is_doubtful(lines: Iterable[ReadLine], engine: str) -> bool:
    """Most of it is likely not what it says."""
    read = list(lines)
    characters = sum(len(word.text) for line in read for word in line.words)
    return characters >= _FEW and confidence_of(read) < _DOUBTFUL[engine]
