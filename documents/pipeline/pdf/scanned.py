"""Pages without text of their own: drawn, turned upright, read, and given words as if they had been written."""

import math
from collections.abc import Iterator
from dataclasses import replace

from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.graphics import read_graphics
from documents.pipeline.pdf.naming import named
from documents.pipeline.pdf.page import RawPage
from documents.pipeline.pdf.read_words import words_of
from documents.pipeline.pdf.rendering import draw
from documents.types import ParseWarning

_PIXELS_PER_POINT = 200 / 72
_MAX_PIXELS = 16_000_000
_BLANK = 3.0  # of 255: how much the pixels of an empty page differ


class PictureReader:
    """Reads what pdfium cannot: text in pictures."""

    def __init__(self, options: OcrOptions) -> None:
        self._options = options
        self._silent: list[int] = []

    def complete(self, page: Handle, raw: RawPage) -> RawPage:
        """The page with the words of its pictures, in a frame in which they are upright."""
        if raw.words:
            return raw
        if self._options.mode is OcrMode.OFF:
            self._silent.append(raw.number)
            return raw
        return self._read_page(page, raw)

    def warnings(self) -> Iterator[ParseWarning]:
        """Which of the pages that were completed have something on them, but no text."""
        if not self._silent:
            return
        is_off = self._options.mode is OcrMode.OFF
        why = "reading text off pictures is switched off" if is_off else "what is on them could not be read as text"
        yield ParseWarning("no_text_on_page", f"No text was found on {named(self._silent)}: {why}.")

    def _read_page(self, page: Handle, raw: RawPage) -> RawPage:
        shown = raw.shown or raw.frame
        scale = _scale(shown)
        picture = draw(page, round(shown.width * scale), round(shown.height * scale))
        if picture.std() < _BLANK:
            return raw
        from documents.pipeline.ocr.upright import read_upright  # noqa: PLC0415  # heavy

        upright = read_upright(picture, self._options)
        words = words_of(upright.lines, scale=scale)
        if not words:
            self._silent.append(raw.number)
            return raw
        frame = shown.turned(upright.turn)
        graphics = read_graphics(page, frame)
        return replace(raw, frame=frame, words=words, graphics=replace(graphics, images=[]), shown=shown)


def _scale(frame: PageFrame) -> float:
    """Pixels per point; fewer for pages that would become too large."""
    area = max(1.0, frame.width * frame.height)
    return min(_PIXELS_PER_POINT, math.sqrt(_MAX_PIXELS / area))
