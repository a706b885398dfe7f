"""Text that a page only shows: its pictures are drawn, read, and their words put among those of the page."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from documents.pipeline.ocr.kept import Kept, packed
from documents.pipeline.ocr.lines import DrawnRules, OcrEngine, Picture, Reader, ReadLine, UprightPage
from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.geometry import middle_inside
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.page import RawPage
from documents.pipeline.pdf.read_notes import ReadNotes
from documents.pipeline.pdf.read_words import PAGE_FONT, PICTURE_FONT, moved_lines, words_of
from documents.pipeline.pdf.regions import unread_pictures
from documents.pipeline.pdf.rendering import draw
from documents.pipeline.pdf.words import Word
from documents.types import Box, PageReading, ParseWarning

_PIXELS_PER_POINT = 200 / 72
_MAX_PIXELS = 16_000_000
_EMPTY_CONTRAST = 24  # of 255, between the darkest and the lightest pixel
_EMPTY_SPREAD = 12.0  # of 255: a sheet without text still has the scanner's noise
_FEW_WORDS = 20  # a page of less is what its pictures say
_DOUBT_IN_PICTURES = 0.7
_LAST = 10**6  # in the text's order: after all words that the page has


class PictureReader:
    """Reads what pdfium cannot: text in pictures. What is `kept` of an earlier attempt is not read again."""

    def __init__(self, options: OcrOptions, kept: Kept) -> None:
        self._options = options
        self._kept = kept
        self._fresh: list[PageReading] = []
        self._notes = ReadNotes()

    @property
    def read_by(self) -> str:
        """The engines that have read something."""
        return self._notes.read_by

    def fresh(self) -> list[PageReading]:
        """What was read since it was last asked for, to be kept."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def complete(self, page: Handle, raw: RawPage) -> RawPage:
        """The page with the words of its pictures, in a frame in which they are upright."""
        if self._options.mode is OcrMode.OFF:
            if not raw.words:
                self._notes.note_silent(raw.number)
            return raw
        if raw.words and self._options.mode is not OcrMode.FORCE:
            return self._read_pictures(page, raw)
        return self._read_page(page, raw)

    def warnings(self) -> Iterator[ParseWarning]:
        """What is to be said of the pages that were completed."""
        return self._notes.warnings(is_off=self._options.mode is OcrMode.OFF)

    def _read_page(self, page: Handle, raw: RawPage) -> RawPage:
        """All of it, turned so that it stands upright."""
        shown = raw.shown or raw.frame
        scale = _scale(shown)
        upright = self._kept.page(raw.number) or self._upright(_drawn(page, shown, shown, scale), raw)
        words = words_of(upright.lines, scale=scale) if upright else []
        if not upright or not words:
            return raw
        self._note_reader(raw.number, upright.reader)
        frame = shown.turned(upright.turn)
        graphics = Graphics(_in_points(upright.rules.horizontal, scale), _in_points(upright.rules.vertical, scale))
        return replace(raw, frame=frame, words=words, graphics=graphics, shown=shown, lean=upright.lean)

    def _upright(self, picture: Picture, raw: RawPage) -> UprightPage | None:
        """Nothing where the page is empty."""
        if int(picture.max()) - int(picture.min()) < _EMPTY_CONTRAST:
            return None
        from documents.pipeline.ocr.upright import read_upright  # noqa: PLC0415  # heavy

        upright = read_upright(picture, self._options)
        if words_of(upright.lines, scale=1.0):
            self._keep(raw.number, upright)
        elif not raw.words and picture.std() > _EMPTY_SPREAD:
            self._notes.note_silent(raw.number)
        return upright

    def _keep(self, number: int, upright: UprightPage) -> None:
        self._fresh.append(PageReading(number, packed(upright)))

    def _note_reader(self, number: int, reader: Reader) -> None:
        self._notes.note_reader(reader.engine, reader.languages)
        if reader.is_doubtful:
            self._notes.note_doubtful(number, reader.script)
        elif reader.languages:
            self._notes.note_second(number, reader.engine, reader.languages, reader.script)

    def _read_pictures(self, page: Handle, raw: RawPage) -> RawPage:
        """Only those on which the page has no words, and only words where it has none."""
        regions = unread_pictures(raw.graphics, raw.words, width=raw.width, height=raw.height)
        if not regions:
            return raw
        scale = _scale(raw.frame)
        part = self._kept.page(raw.number)
        if part is None:
            picture = _drawn(page, raw.frame, raw.shown or raw.frame, scale)
            lines = [line for region in regions for line in self._lines_in(picture, region, scale)]
            part = UprightPage(0, 0.0, lines, DrawnRules([], []), Reader(self._engine().name if lines else ""))
            self._keep(raw.number, part)
        if part.lines:
            self._notes.note_reader(part.reader.engine)
        font = PAGE_FONT if len(raw.words) < _FEW_WORDS else PICTURE_FONT
        words = words_of(part.lines, scale=scale, first=_LAST, font=font, doubt=_DOUBT_IN_PICTURES)
        return replace(raw, words=[*raw.words, *_where_nothing_is(words, raw.words)])

    def _lines_in(self, picture: Picture, region: Box, scale: float) -> Iterator[ReadLine]:
        left, top, right, bottom = (round(edge * scale) for edge in region)
        part = np.ascontiguousarray(picture[max(0, top) : bottom, max(0, left) : right])
        if not part.size or int(part.max()) - int(part.min()) < _EMPTY_CONTRAST:
            return
        yield from moved_lines(self._engine().read(part), max(0, left), max(0, top))

    def _engine(self) -> OcrEngine:
        from documents.pipeline.ocr.engines import engine_for  # noqa: PLC0415  # heavy

        return engine_for(self._options)


def _in_points(boxes: Sequence[Box], scale: float) -> list[Box]:
    return [Box(*(edge / scale for edge in box)) for box in boxes]


def _where_nothing_is(words: Sequence[Word], present: Sequence[Word]) -> Iterator[Word]:
    """Whatever is written over a picture is read twice."""
    return (word for word in words if not any(middle_inside(word, other) for other in present))


def _drawn(page: Handle, frame: PageFrame, shown: PageFrame, scale: float) -> Picture:
    """The page in `frame`; pdfium turns it as it is shown, and further if it is told to."""
    size = round(frame.width * scale), round(frame.height * scale)
    return draw(page, *size, quarter_turns=(frame.quarter_turns - shown.quarter_turns) % 4)


def _scale(frame: PageFrame) -> float:
    """Pixels per point; fewer for pages that would become too large."""
    area = max(1.0, frame.width * frame.height)
    return min(_PIXELS_PER_POINT, math.sqrt(_MAX_PIXELS / area))
