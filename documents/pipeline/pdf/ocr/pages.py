"""OCR for PDF pages: whole scanned pages, and pictures on pages with text."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from documents.pipeline.ocr.cache import OcrCache, serialize_page
from documents.pipeline.ocr.model import OcrEngine, OcrLine, OcrPage, OcrSource, Picture, RulingLines, mean_confidence
from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.geometry import Boxed, PageFrame, area, center_inside
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.figures import find_pictures, pictures_without_text
from documents.pipeline.pdf.page import PageContent
from documents.pipeline.pdf.parse_warnings import DOUBTFUL, NOTHING_RECOGNIZED, SWITCHED_OFF, OcrReport
from documents.pipeline.pdf.rendition.bitmap import render_rgb
from documents.pipeline.pdf.text.styles import BOLD, OCR_PAGE_FONT, OCR_PICTURE_FONT, REGULAR, Style
from documents.pipeline.pdf.text.usability import NO_WORDS, form_words, why_unusable
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, PageOcr, ParseWarning

_PIXELS_PER_POINT = 200 / 72
_PIXELS_TO_SEARCH = 100 / 72  # per point, to find text without reading it
_MAX_PIXELS = 16_000_000
_MIN_PIXELS = 12  # on each side: there are no smaller letters that OCR could read
_MIN_CONTRAST = 24  # of 255, between the darkest and the lightest pixel: less is an empty page
_MIN_DEVIATION = 12.0  # of 255: an empty sheet has the scanner's noise
_MIN_WORDS = 20  # on a page with fewer words, words in its pictures count as text of the page
_MIN_PICTURE_CONFIDENCE = 0.7
_AFTER_ALL_WORDS = 10**6  # a position in the text of the file


class DocumentOcr:
    """OCR of the pages of one document. Pages in the cache are not recognized again."""

    def __init__(self, options: OcrOptions, cache: OcrCache) -> None:
        self._options = options
        self._cache = cache
        self._new_results: list[PageOcr] = []
        self._report = OcrReport()

    @property
    def engines(self) -> str:
        """The names of the engines that were used."""
        return self._report.engines

    def take_results(self) -> list[PageOcr]:
        """Return the results since the last call, which the caller stores for a retry."""
        results, self._new_results = self._new_results, []
        return results

    def add_text(self, page: Handle, content: PageContent) -> PageContent:
        """Return the page with the words of its pictures, in a frame in which they are upright."""
        if self._options.mode is OcrMode.OFF:
            if not content.words:
                self._report.add_page_without_text(content.number)
            elif cause := why_unusable(content.words):
                self._report.add_unusable_page(content.number, cause, kept_because=SWITCHED_OFF)
            return content
        if self._options.mode is OcrMode.FORCE or not content.words:
            return self._replace_words(page, content)
        if cause := why_unusable(content.words):
            return self._replace_unusable(page, content, cause)
        return self._add_words_of_pictures(page, content)

    def warnings(self) -> Iterator[ParseWarning]:
        """Yield the warnings about the pages so far."""
        return self._report.warnings(is_off=self._options.mode is OcrMode.OFF)

    def _replace_unusable(self, page: Handle, content: PageContent, cause: str) -> PageContent:
        """Replace a text layer that cannot be used. It is kept if OCR finds nothing, or is not sure what it finds.

        If the letters that OCR recognizes form no words, either, the page displays codes, and its text may be right.
        """
        result = self._result(page, content)
        if result is None:
            self._report.add_unusable_page(content.number, cause, kept_because=NOTHING_RECOGNIZED)
            return content
        if result.source.is_doubtful:
            self._report.add_unusable_page(content.number, cause, kept_because=DOUBTFUL)
            return content
        if cause == NO_WORDS and not form_words(word.text for word in words_from_ocr(result.lines, scale=1.0)):
            return content
        self._report.add_unusable_page(content.number, cause)
        return self._with_result(content, result)

    def _replace_words(self, page: Handle, content: PageContent) -> PageContent:
        """Replace words and graphics by those of the rendered page, made upright."""
        result = self._result(page, content)
        return self._with_result(content, result) if result else content

    def _result(self, page: Handle, content: PageContent) -> OcrPage | None:
        """Return the OCR result of a whole page, or `None` if it has no words."""
        frame = content.display_frame or content.frame
        result = self._cache.page(content.number) or self._recognize(
            _render(page, frame, frame, _scale(frame)), content
        )
        return result if result and words_from_ocr(result.lines, scale=1.0) else None

    def _with_result(self, content: PageContent, result: OcrPage) -> PageContent:
        display_frame = content.display_frame or content.frame
        scale = _scale(display_frame)
        self._report_source(content.number, result.source)
        return replace(
            content,
            frame=display_frame.rotated(result.rotation),
            words=words_from_ocr(result.lines, scale=scale),
            graphics=Graphics(_to_points(result.rules.horizontal, scale), _to_points(result.rules.vertical, scale)),
            display_frame=display_frame,
            skew=result.skew,
        )

    def _recognize(self, picture: Picture, content: PageContent) -> OcrPage | None:
        """Return the OCR result of a whole page, or `None` if the page is empty or too small for letters."""
        if min(picture.shape[:2]) < _MIN_PIXELS or int(picture.max()) - int(picture.min()) < _MIN_CONTRAST:
            return None
        from documents.pipeline.ocr.page_ocr import recognize_page  # noqa: PLC0415  # heavy

        result = recognize_page(picture, self._options)
        if words_from_ocr(result.lines, scale=1.0):
            self._new_results.append(PageOcr(content.number, serialize_page(result)))
        elif not content.words and picture.std() > _MIN_DEVIATION:
            self._report.add_page_without_text(content.number)
        return result

    def _report_source(self, number: int, source: OcrSource) -> None:
        self._report.add_engine(source.engine, source.languages)
        if source.is_doubtful:
            self._report.add_doubtful_page(number, source.script)
        elif source.languages:
            self._report.add_second_engine_page(number, source.engine, source.languages, source.script)

    def _add_words_of_pictures(self, page: Handle, content: PageContent) -> PageContent:
        """Add words in pictures without text, and in rows of drawn characters, where the page has no other words."""
        pictures = pictures_without_text(content.graphics, content.words, width=content.width, height=content.height)
        scale = _scale(content.frame)
        result = self._cache.page(content.number)
        if result is None:
            drawn = self._drawn_text(page, content) if _may_have_drawn_text(content, pictures) else []
            regions = [*pictures, *(box for box in drawn if not any(center_inside(box, each) for each in pictures))]
            if not regions:
                return content
            picture = _render(page, content.frame, content.display_frame or content.frame, scale)
            lines = [line for region in regions for line in self._lines_in(picture, region, scale)]
            result = OcrPage(0, 0.0, lines, RulingLines([], []), OcrSource(self._engine().name if lines else ""))
            self._new_results.append(PageOcr(content.number, serialize_page(result)))
        if result.lines:
            self._report.add_engine(result.source.engine)
        words = words_from_ocr(
            result.lines,
            scale=scale,
            first_position=_AFTER_ALL_WORDS,
            font=OCR_PAGE_FONT if len(content.words) < _MIN_WORDS else OCR_PICTURE_FONT,
            min_confidence=_MIN_PICTURE_CONFIDENCE,
        )
        # Text that is printed over a picture is also recognized in it.
        added = [word for word in words if not any(center_inside(word, other) for other in content.words)]
        if not all(any(center_inside(word, each) for each in pictures) for word in added):
            self._report.add_page_with_drawn_text(content.number)
        return replace(content, words=[*content.words, *added])

    def _drawn_text(self, page: Handle, content: PageContent) -> list[Box]:
        """Return the regions with rows of characters that are not in the text layer."""
        from documents.pipeline.pdf.ocr.text_blocks import find_text_blocks  # noqa: PLC0415  # heavy

        scale = min(_PIXELS_TO_SEARCH, _scale(content.frame))
        picture = _render(page, content.frame, content.display_frame or content.frame, scale)
        covered = [_scaled(word, scale) for word in content.words]
        return _to_points(find_text_blocks(picture, scale, covered), scale)

    def _lines_in(self, picture: Picture, region: Box, scale: float) -> Iterator[OcrLine]:
        left, top, right, bottom = (round(edge * scale) for edge in region)
        part = np.ascontiguousarray(picture[max(0, top) : bottom, max(0, left) : right])
        if not part.size or int(part.max()) - int(part.min()) < _MIN_CONTRAST:
            return
        yield from _shift_lines(self._engine().read(part), max(0, left), max(0, top))

    def _engine(self) -> OcrEngine:
        from documents.pipeline.ocr.page_ocr import select_engine  # noqa: PLC0415  # heavy

        return select_engine(self._options)


def _scaled(box: Boxed, scale: float) -> Box:
    return Box(box.x0 * scale, box.y0 * scale, box.x1 * scale, box.y1 * scale)


def _to_points(boxes: Sequence[Box], scale: float) -> list[Box]:
    return [Box(*(edge / scale for edge in box)) for box in boxes]


def _render(page: Handle, frame: PageFrame, display_frame: PageFrame, scale: float) -> Picture:
    """Render the page in `frame`. pdfium applies the rotation of the display frame itself."""
    size = round(frame.width * scale), round(frame.height * scale)
    return render_rgb(page, *size, quarter_turns=(frame.quarter_turns - display_frame.quarter_turns) % 4)


def _scale(frame: PageFrame) -> float:
    """Return the pixels per point: 200 dpi, or less for very large pages."""
    area = max(1.0, frame.width * frame.height)
    return min(_PIXELS_PER_POINT, math.sqrt(_MAX_PIXELS / area))


# Convert OCR results to words of a page, with font sizes and weights, for the same layout rules as other words.

_TEXT_COLOR = (0, 0, 0)
_LINE_DISTANCE = 10  # between the positions of two lines, so that their words do not count as sequential
# Font sizes. The height of a line gives the size only roughly, because it depends on the characters in it.
_LINE_HEIGHT = 1.2  # em; measured: between 1.1 and 1.3 on most pages
_SMALLER, _LARGER = 0.8, 1.25  # of the usual height: lines between these have the usual size
_SIZE_STEP = 1.15  # from one size to the next, as in typography
_SHORT_LINE = 3  # characters: the height of shorter lines only counts if it is twice the usual one
_MUCH_LARGER = 2.0
_HEIGHT_RANGE = 1.15  # between the heights of lines of the same size
# Weights.
_WIDER = 1.12  # measured: 95 of 100 regular lines are below 1.05 times the usual width, 98 of 100 bold ones above 1.1
_MIN_BOLD_CHARACTERS = 4  # the stroke width of shorter lines does not count


def words_from_ocr(
    lines: Iterable[OcrLine],
    *,
    scale: float,
    first_position: int = 0,
    font: str = OCR_PAGE_FONT,
    min_confidence: float = 0.5,
) -> list[Word]:
    """Return the words of OCR lines. `scale` is in pixels per point, `first_position` the position of the first word.

    Lines with less than `min_confidence` are left out: these are mostly drawings that were taken for text.
    """
    confident = [line for line in lines if line.words and mean_confidence([line]) >= min_confidence]
    return list(_words(confident, scale, first_position, font))


def _shift_lines(lines: Iterable[OcrLine], left: float, top: float) -> Iterator[OcrLine]:
    """Yield the lines of a part of a picture with the coordinates of the whole picture."""
    for line in lines:
        words = tuple(word._replace(box=_shift(word.box, left, top)) for word in line.words)
        yield line._replace(words=words, box=_shift(line.box, left, top))


def font_sizes(lines: Sequence[OcrLine], *, scale: float) -> list[float]:
    """Return a size in points for each line. Most lines have the same size, others differ from it by whole steps."""
    heights = [max(1.0, _height(line)) for line in lines]
    usual = _usual_height(lines, heights)
    size = usual / scale / _LINE_HEIGHT
    return [_font_size(line, height / usual, size) for line, height in zip(lines, heights, strict=True)]


def _font_weights(lines: Sequence[OcrLine], sizes: Sequence[float]) -> list[int]:
    """Return a weight for each line. Bold lines have wider strokes than other lines of their size."""
    widths = [line.stroke_width / size for line, size in zip(lines, sizes, strict=True)]
    usual = _usual_stroke(lines, widths)
    return [_font_weight(line, width, usual) for line, width in zip(lines, widths, strict=True)]


def _words(lines: Sequence[OcrLine], scale: float, position: int, font: str) -> Iterator[Word]:
    sizes = font_sizes(lines, scale=scale)
    for line, size, weight in zip(lines, sizes, _font_weights(lines, sizes), strict=True):
        style = Style(size, weight, font, _TEXT_COLOR, line.rotation)
        for word in line.words:
            x0, y0, x1, y1 = (edge / scale for edge in word.box)
            yield Word(x0, y0, x1, y1, word.text, position, style, confidence=word.confidence)
            position += len(word.text) + 1
        position += _LINE_DISTANCE


def _shift(box: Box, left: float, top: float) -> Box:
    return Box(box.x0 + left, box.y0 + top, box.x1 + left, box.y1 + top)


def _font_size(line: OcrLine, ratio: float, usual: float) -> float:
    is_short = line.character_count <= _SHORT_LINE
    if _SMALLER <= ratio <= (_MUCH_LARGER if is_short else _LARGER):
        return _round_size(usual)
    return _round_size(usual * _SIZE_STEP ** round(math.log(ratio, _SIZE_STEP)))


def _usual_height(lines: Sequence[OcrLine], heights: Sequence[float]) -> float:
    """Return the mean height in the range of heights with the most characters."""
    weighted = sorted((height, line.character_count) for line, height in zip(lines, heights, strict=True))
    best, most = 1.0, -1
    for start, (low, _) in enumerate(weighted):
        near = [(height, count) for height, count in weighted[start:] if height <= low * _HEIGHT_RANGE]
        total = sum(count for _, count in near)
        if total > most:
            best, most = sum(height * count for height, count in near) / max(1, total), total
    return best


def _height(line: OcrLine) -> float:
    return line.box.x1 - line.box.x0 if line.rotation % 2 else line.box.y1 - line.box.y0


def _round_size(size: float) -> float:
    return max(1.0, round(2 * size) / 2)


def _font_weight(line: OcrLine, width: float, usual: float) -> int:
    is_bold = usual and width > _WIDER * usual and line.character_count >= _MIN_BOLD_CHARACTERS
    return BOLD if is_bold else REGULAR


def _usual_stroke(lines: Sequence[OcrLine], widths: Sequence[float]) -> float:
    """Return the median stroke width, weighted by characters."""
    known = sorted((width, line.character_count) for line, width in zip(lines, widths, strict=True) if width)
    half = sum(count for _, count in known) / 2
    for width, count in known:
        half -= count
        if half <= 0:
            return width
    return 0.0


# Decide which pages are searched for text beside their text layer: drawn shapes, or a large picture with few words.

_MIN_CHARACTERS: Final = 60  # drawn shapes of the size of a character
_MIN_HEIGHT, _MAX_HEIGHT, _MAX_WIDTH = 2.0, 36.0, 40.0  # points
_MIN_PICTURE: Final = 0.1  # of the page's area
_MAX_COVERED: Final = 0.35  # of the height of a picture: with more words it is a scan with its text layer


def _may_have_drawn_text(content: PageContent, pictures: Sequence[Box]) -> bool:
    """Check for shapes like those of characters, and for pictures of which words cover a small part only.

    `pictures` are without words: OCR reads them anyway.
    """
    characters = sum(_is_like_character(box) for box in content.graphics.curves)
    return characters >= _MIN_CHARACTERS or _has_sparse_picture(content, pictures)


def _is_like_character(box: Box) -> bool:
    return _MIN_HEIGHT <= box.y1 - box.y0 <= _MAX_HEIGHT and box.x1 - box.x0 <= _MAX_WIDTH


def _has_sparse_picture(content: PageContent, others: Sequence[Box]) -> bool:
    smallest = _MIN_PICTURE * content.width * content.height
    pictures = find_pictures(content.graphics, width=content.width, height=content.height)
    large = [box for box in pictures if area(box) >= smallest and box not in others]
    return any(_covered_height(box, content.words) <= _MAX_COVERED * (box.y1 - box.y0) for box in large)


def _covered_height(picture: Box, words: Sequence[Word]) -> float:
    """Return the height of the picture on which there are words."""
    covered, bottom = 0.0, picture.y0
    for word in sorted((word for word in words if center_inside(word, picture)), key=lambda word: word.y0):
        covered += max(0.0, word.y1 - max(bottom, word.y0))
        bottom = max(bottom, word.y1)
    return covered
