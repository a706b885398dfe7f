"""Which lines that were read off a picture are bold: those with wider strokes than others of their size."""

from collections.abc import Sequence

from documents.pipeline.ocr.lines import ReadLine

REGULAR, BOLD = 0, 2
_WIDER = 1.12  # measured: 95 of 100 regular lines are below 1.05 times the usual, 98 of 100 bold ones above 1.1
_FEW = 4  # characters: too few for their strokes to say anything


def weights_of(lines: Sequence[ReadLine], sizes: Sequence[float]) -> list[int]:
    """A weight for each line, as `Style.weight` counts."""
    widths = [line.stroke / size for line, size in zip(lines, sizes, strict=True)]
    usual = _usual(lines, widths)
    return [_weight(line, width, usual) for line, width in zip(lines, widths, strict=True)]


def _weight(line: ReadLine, width: float, usual: float) -> int:
    return BOLD if usual and width > _WIDER * usual and _length(line) >= _FEW else REGULAR


def _usual(lines: Sequence[ReadLine], widths: Sequence[float]) -> float:
    """That of the character in the middle, when all are sorted by it."""
    known = sorted((width, _length(line)) for line, width in zip(lines, widths, strict=True) if width)
    half = sum(length for _, length in known) / 2
    for width, length in known:
        half -= length
        if half <= 0:
            return width
    return 0.0


def _length(line: ReadLine) -> int:
    return sum(len(word.text) for word in line.words)
