"""Figures of a page: images and coloured shapes outside tables, and drawings with their labels."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from documents.pipeline.pdf.geometry import (
    Boxed,
    HasBox,
    area,
    center_inside,
    connected_groups,
    horizontal_overlap,
    overlap,
    union,
)
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.blocks import is_list_item
from documents.pipeline.pdf.layout.captions import is_caption
from documents.pipeline.pdf.layout.drawings import Page, find_drawings, may_have_drawings, merged
from documents.pipeline.pdf.layout.headings import is_numbered
from documents.pipeline.pdf.layout.model import Block
from documents.pipeline.pdf.layout.phrases import Phrase, Phrases
from documents.pipeline.pdf.layout.rotated_text import sideways_lines
from documents.pipeline.pdf.text.lines import (
    BodyStyle,
    Line,
    body_style,
    group_into_rows,
    make_line,
    split_row,
)
from documents.pipeline.pdf.text.styles import OCR_PICTURE_FONT
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, StructureKind

_FIGURE_TOLERANCE = 8.0  # points between the parts of a figure
_PICTURE_TOLERANCE = 1.0  # points between the strips of a picture
_MIN_IMAGE, _MAX_IMAGE = 0.004, 0.5  # of the page's area: smaller ones are ornaments, larger ones backgrounds
_MAX_SHAPE = 0.05  # of the page's area
_MIN_SHAPE_HEIGHT = 3.0
_MIN_SHAPES = 4
_MAX_BOXES = 1500
# Limits for pictures that are sent to OCR. Smaller pictures are ornaments.
_MIN_OCR_WIDTH, _MIN_OCR_HEIGHT = 40.0, 18.0  # points
_MIN_OCR_AREA = 0.006  # of the page's area
_MAX_WORDS = 6
_MAX_TEXT_SHARE = 0.02  # of the picture's area: more words than that are the text layer of a scan, or labels
_MAX_PICTURES = 12  # of a page


def find_figures(graphics: Graphics, tables: Sequence[Box], *, width: float, height: float) -> list[Box]:
    """Return the regions of figures outside tables. `width` and `height` are those of the page."""
    page = width * height
    images = {box for box in graphics.images if _MIN_IMAGE * page < area(box) < _MAX_IMAGE * page}
    shapes = [b for b in graphics.fills if area(b) < _MAX_SHAPE * page and b.y1 - b.y0 > _MIN_SHAPE_HEIGHT]
    boxes = [box for box in (*images, *shapes) if not any(center_inside(box, table) for table in tables)]
    groups = connected_groups(boxes[:_MAX_BOXES], _FIGURE_TOLERANCE)
    return [union(group) for group in groups if len(group) >= _MIN_SHAPES or images.intersection(group)]


def find_pictures(graphics: Graphics, *, width: float, height: float) -> list[Box]:
    """Return the images that are no ornaments. The strips of an image that was cut into pieces are one picture."""
    groups = connected_groups(graphics.images[:_MAX_BOXES], _PICTURE_TOLERANCE)
    clipped = (_clip(union(group), width, height) for group in groups)
    return [box for box in clipped if area(box) > _MIN_IMAGE * (width * height)]


def pictures_without_text(graphics: Graphics, words: Sequence[Word], *, width: float, height: float) -> list[Box]:
    """Return the largest pictures that may contain text that the page does not have, for OCR."""
    pictures = [
        box
        for box in find_pictures(graphics, width=width, height=height)
        if box.x1 - box.x0 >= _MIN_OCR_WIDTH
        and box.y1 - box.y0 >= _MIN_OCR_HEIGHT
        and area(box) >= _MIN_OCR_AREA * width * height
        and not _has_text(box, words)
    ]
    return sorted(pictures, key=area, reverse=True)[:_MAX_PICTURES]


def _clip(box: Box, width: float, height: float) -> Box:
    return Box(max(0.0, box.x0), max(0.0, box.y0), min(width, box.x1), min(height, box.y1))


def _has_text(picture: Box, words: Sequence[Word]) -> bool:
    inside = [word for word in words if center_inside(word, picture)]
    return len(inside) > _MAX_WORDS and sum(area(word) for word in inside) > _MAX_TEXT_SHARE * area(picture)


# Charts, diagrams and pictures with their labels: what is drawn, and all words in it and closely around it.

_PHRASE_GAP, _LINE_GAP = 0.6, 1.3  # em between the words of a label, and of a line of text
_MAX_WORDS_IN_DRAWING, _MAX_CHARACTERS = 8, 60  # of a label
_MAX_SIZE = 1.12  # of the body size
_MAX_TITLE_SIZE = 1.5  # of the body size: the title of a chart
_HEADLINE, _MIN_LETTERS = 1.6, 4  # of the body size; letters
_NEAR_X, _NEAR_Y = 1.2, 1.3  # em between a drawing and its labels
_NEAR_TITLE = 2.0  # em
_LEGEND_X, _LEGEND_Y = 8.0, 2.0  # em between a drawing and an entry of its legend
_MAX_MARK, _MARK_GAP = 1.3, 1.5  # em: size of a legend's mark, and its distance
_GROWTH_X, _GROWTH_Y = 14.0, 7.0  # em by which labels may enlarge a drawing on each side
_MIN_BODY = 0.4  # of the characters
_LEVEL, _MIN_IN_ROW = 1.0, 3  # points between the middles of labels in a row; labels
_NUMBER = re.compile(r"[+\-\u2212$€£]?\d[\d.,]*%?")
_ROUNDS: Final = 8
_SAME_MIDDLE: Final = 0.04  # of the width of the drawing
_MAX_PICTURE: Final = 0.5  # of the page's area: larger pictures are backgrounds
# Running text: lines that follow closely in one column.
_MIN_PROSE, _MIN_LINE, _LONG_LINE = 90, 22, 60  # characters
_MIN_LINES, _MIN_PARAGRAPH = 3, 150  # lines and characters of a text in a drawing
_MAX_GAP, _MIN_GAP = 0.75, -0.6  # em between two lines
_MAX_OFFSET = 2.5  # em between their left edges, or the middles of those of a caption


@dataclass(frozen=True)
class LabelledFigure(HasBox):
    """A drawing or picture with its labels as lines by rows. For the reading order it counts as one character."""

    box: Box
    lines: tuple[Line, ...]

    @property
    def text_length(self) -> int:
        return 1

    @property
    def position(self) -> int:
        """The index of its first character in pdfium's text."""
        return min(word.position for line in self.lines for word in line.words)

    @property
    def block(self) -> Block:
        return Block(StructureKind.FIGURE, self.lines, self.box)


class _Figures(NamedTuple):
    """Figures with labels, and boxes of pictures and drawings, of which those with labels are a part."""

    labelled: Sequence[LabelledFigure] = ()
    boxes: Sequence[Box] = ()


def find_labelled_figures(
    graphics: Graphics,
    all_pictures: Sequence[Box],
    words: Sequence[Word],
    others: Sequence[Word],
    *,
    width: float,
    height: float,
) -> _Figures:
    """Return the figures of a page. `words` are its upright words, `others` those that are not upright."""
    pictures = [box for box in all_pictures if area(box) < _MAX_PICTURE * width * height]
    draws = may_have_drawings(graphics, words)
    if not (draws or (pictures and any(word.style.font == OCR_PICTURE_FONT for word in words))):
        return _Figures((), all_pictures)
    text = _Text(words, others)
    drawings = find_drawings(graphics, Page(text.phrases, text.prose_ids, width * height)) if draws else []
    with_text = [box for box in pictures if text.has_labels(box)]
    boxes = merged([*(text.with_labels(box, graphics) for box in drawings), *with_text])
    figures = list(text.figures(boxes))
    return _Figures(figures, [*all_pictures, *(box for box in boxes if box not in with_text)])


class _Text:
    """The text of a page, to separate labels from running text."""

    def __init__(self, words: Sequence[Word], others: Sequence[Word]) -> None:
        self._others = others
        rows = group_into_rows(words)
        self.phrases = Phrases(phrase for row in rows for phrase in split_row(row, _PHRASE_GAP))
        lines = [make_line(words) for row in rows for words in split_row(row, _LINE_GAP)]
        runs = _runs(lines)
        prose = [line for run in runs if _is_prose(run) for line in run]
        self._body = _body(prose, [line for line in lines if line.font != OCR_PICTURE_FONT] or lines)
        captions = [line for run in runs if is_caption(run[0].text) for line in run]
        self.prose_ids = _ids(prose)
        self._text_ids = _ids(captions) | _ids(line for run in runs if _is_paragraph(run) for line in run)
        self._kept_ids = self._text_ids | self.prose_ids | _ids(line for line in lines if is_list_item(line))

    def has_labels(self, picture: Box) -> bool:
        """Check for words that were recognized in the picture, most of which are no running text."""
        inside = [p for p in self.phrases.inside(picture) if p.words[0].style.font == OCR_PICTURE_FONT]
        prose = [phrase for phrase in inside if id(phrase.words[0]) in self.prose_ids]
        return bool(inside) and 2 * len(prose) < len(inside)

    def with_labels(self, drawing: Box, graphics: Graphics) -> Box:
        """Return the box of the drawing with the labels around it."""
        marks = [*graphics.bullets, *graphics.fills, *graphics.slanted]
        room = _GROWTH_Y * self._body.size
        around = self.phrases.between(drawing.y0 - room, drawing.y1 + room)
        free = [phrase for phrase in around if id(phrase.words[0]) not in self._kept_ids]
        box = drawing
        for _ in range(_ROUNDS):
            added = [
                *(p.box for p in free if self._is_label(p, drawing, box, marks)),
                *(w.box for w in self._others if _is_near(w.box, box, w.size)),
            ]
            grown = union([box, *(a for a in added if _is_within(a, drawing, self._body.size))])
            if grown == box:
                break
            box = grown
        return box

    def figures(self, boxes: Sequence[Box]) -> Iterator[LabelledFigure]:
        """Yield the figures with all words in them but captions and running text, if there are some.

        A word between two figures belongs to the first one.
        """
        used = set(self._text_ids)
        for box in boxes:
            free = (phrase for phrase in self.phrases.inside(box) if id(phrase.words[0]) not in used)
            inside = [phrase for phrase in free if not self._is_headline(phrase)]
            sideways = [word for word in self._others if center_inside(word, box) and id(word) not in used]
            if inside or sideways:
                words = [word for phrase in inside for word in phrase.words]
                used.update(map(id, (*words, *sideways)))
                lines = tuple(_by_rows(words, sideways))
                yield LabelledFigure(union([box, *lines]), lines)

    def _is_label(self, phrase: Phrase, drawing: Box, box: Box, marks: Sequence[Box]) -> bool:
        size, place = phrase.size, phrase.box
        if len(phrase.words) > _MAX_WORDS_IN_DRAWING or len(phrase.text) > _MAX_CHARACTERS:
            return False
        if center_inside(place, box):
            return True
        is_plain = self._is_plain(phrase)
        if is_plain and _is_near(place, box, size):
            return True
        if is_plain and _has_mark(place, size, marks):
            return _is_beside(place, box, _LEGEND_X * size) or _is_below(place, box, _LEGEND_Y * size)
        return size <= _MAX_TITLE_SIZE * self._body.size and self._is_title(phrase, drawing, box)

    def _is_plain(self, phrase: Phrase) -> bool:
        """Check for no heading: neither larger nor heavier than the text, or in a row with others."""
        size = phrase.size
        is_light = size <= _MAX_SIZE * self._body.size and phrase.words[0].style.weight <= self._body.weight
        if is_light or size < self._body.size:
            return True
        beside = self.phrases.between(phrase.middle_y - _LEVEL, phrase.middle_y + _LEVEL)
        level = sum(other.size == size for other in beside)
        return level >= _MIN_IN_ROW or _NUMBER.fullmatch(phrase.words[0].text) is not None

    def _is_headline(self, phrase: Phrase) -> bool:
        """Check for words that are too large for a label: a title over shapes that decorate the page."""
        letters = sum(character.isalpha() for character in phrase.text)
        is_written = phrase.words[0].style.font != OCR_PICTURE_FONT
        return is_written and phrase.size > _HEADLINE * self._body.size and letters >= _MIN_LETTERS

    def _is_title(self, phrase: Phrase, drawing: Box, box: Box) -> bool:
        place = phrase.box
        is_centred = min(_offset(place, drawing), _offset(place, box)) < _SAME_MIDDLE * (drawing.x1 - drawing.x0)
        is_inside = place.x0 > box.x0 and place.x1 < box.x1
        is_above = 0 <= box.y0 - place.y1 < _NEAR_TITLE * phrase.size
        return is_centred and is_inside and is_above and not is_numbered(phrase.text)


def _ids(lines: Iterable[Line]) -> frozenset[int]:
    return frozenset(id(word) for line in lines for word in line.words)


def _offset(a: Boxed, b: Boxed) -> float:
    return abs(a.x0 + a.x1 - b.x0 - b.x1) / 2


def _gaps(place: Box, box: Box) -> tuple[float, float]:
    return -overlap(place.x0, place.x1, box.x0, box.x1), -overlap(place.y0, place.y1, box.y0, box.y1)


def _is_near(place: Box, box: Box, size: float) -> bool:
    across, down = _gaps(place, box)
    return across < _NEAR_X * size and down < _NEAR_Y * size


def _is_beside(place: Box, box: Box, room: float) -> bool:
    across, down = _gaps(place, box)
    return down < 0 and across < room


def _is_below(place: Box, box: Box, room: float) -> bool:
    across, down = _gaps(place, box)
    return across < 0 and down < room


def _is_within(place: Box, drawing: Box, em: float) -> bool:
    across, down = _GROWTH_X * em, _GROWTH_Y * em
    return (
        place.x0 >= drawing.x0 - across
        and place.x1 <= drawing.x1 + across
        and place.y0 >= drawing.y0 - down
        and place.y1 <= drawing.y1 + down
    )


def _has_mark(place: Box, size: float, marks: Sequence[Box]) -> bool:
    """Check for the mark of a legend before the words."""
    return any(
        0 <= place.x0 - mark.x1 < _MARK_GAP * size
        and mark.y1 - mark.y0 < _MAX_MARK * size
        and overlap(mark.y0, mark.y1, place.y0, place.y1) > 0
        for mark in marks
    )


def _runs(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines that follow closely in one column and in one size, from top to bottom."""
    runs: list[list[Line]] = []
    near: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.y0):
        near = [run for run in near if line.y0 - run[-1].y1 < _MAX_GAP * run[-1].size]
        run = next((run for run in near if _follows(run, line)), None)
        if run is None:
            run = []
            runs.append(run)
            near.append(run)
        run.append(line)
    return runs


def _follows(run: Sequence[Line], line: Line) -> bool:
    """Check for the next line of a run. The lines of a caption may be centred."""
    last = run[-1]
    gap = (line.y0 - last.y1) / last.size
    if line.size != last.size or not _MIN_GAP < gap < _MAX_GAP or horizontal_overlap(last, line) <= 0:
        return False
    is_centred = _offset(line, last) < _MAX_OFFSET * last.size and is_caption(run[0].text)
    return is_centred or abs(line.x0 - last.x0) < _MAX_OFFSET * last.size


def _is_prose(run: Sequence[Line]) -> bool:
    lengths = [line.text_length for line in run]
    return max(lengths) >= _LONG_LINE or (sum(lengths) >= _MIN_PROSE and sum(lengths) / len(run) >= _MIN_LINE)


def _body(prose: Sequence[Line], lines: Sequence[Line]) -> BodyStyle:
    """Return the style of running text, or that of all lines if there is little of it."""
    is_enough = sum(line.text_length for line in prose) > _MIN_BODY * sum(line.text_length for line in lines)
    return body_style(prose if prose and is_enough else lines)


def _is_paragraph(run: Sequence[Line]) -> bool:
    """Check for text that is no label even where it stands in a drawing."""
    return len(run) >= _MIN_LINES and sum(line.text_length for line in run) >= _MIN_PARAGRAPH and _is_prose(run)


def _by_rows(upright: Sequence[Word], others: Sequence[Word]) -> list[Line]:
    """Return the words row by row. Lines that run up or down the page stand in the row at their middle."""
    rows = group_into_rows([*upright, *(word for word in others if not word.style.is_sideways)])
    for line in sideways_lines([word for word in others if word.style.is_sideways]):
        middle = (line.y0 + line.y1) / 2
        number = next((n for n, row in enumerate(rows) if row[0].y1 > middle), len(rows))
        if number < len(rows) and rows[number][0].y0 < middle:
            rows[number] = sorted([*rows[number], *line.words], key=lambda word: word.x0)
        else:
            rows.insert(number, list(line.words))
    return [make_line(row) for row in rows]
