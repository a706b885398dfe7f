"""Which runs of lines are headings: by size, weight, numbering and capitals against the body text of the page."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.fonts import is_italic
from documents.pipeline.pdf.geometry import middle_inside, overlap
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.numbering import is_labelled, is_numbered
from documents.pipeline.pdf.read_words import PICTURE_FONT
from documents.types import Box

_BULLET = re.compile(
    r"^\s*(?:[•●▪‣◦∙·■□▶➢➤✓❖\u2013\u2014\-*○]\s*\S|[\uf0b7\uf0a7\uf0d8\u25cf\u25aa\u25ba]|\(?[a-zA-Z]\)\s+\S|\((?:[ivx]+|[0-9]+|[a-z])\)\s+\S)"
)
_LEADERS = re.compile(r"\.{4,}|…{2,}|(?:\. ){4,}")
_CLAUSE_END = re.compile(r"[.;,]\s*$")
_UNBROKEN = re.compile(r"[!-~]{36,}")  # addresses
_LONE_BRACKET_END = re.compile(r"\s[:)}\]]$")  # the rule in the caption of a case
_ABBREVIATION_END = re.compile(r"\b(?:inc|co|etc|u\.s|vs)\.\s*$", re.IGNORECASE)

_SHORT = 60  # characters
_BAR = 3.0  # em: coloured bars behind headings are lower

_MAX_CHARACTERS = 200
_MAX_LINES = 4
_MIN_LETTERS, _MIN_LETTER_SHARE = 3, 0.45
_LARGER, _LARGER_POINTS = 1.15, 1.1
_MARGIN_BAND = 0.075  # of the page's height, where running heads and page numbers stand
_FAR = 99.0


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """What most of the text looks like."""

    size: float
    font: str = ""
    weight: int = 0


def body_style(lines: Sequence[Line]) -> BodyStyle:
    """The most frequent size, and the most frequent font and weight at this size, by characters."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += line.text_length
    size = sizes.most_common(1)[0][0]
    looks: Counter[tuple[str, int]] = Counter()
    for line in lines:
        if line.size == size:
            looks[line.font, line.weight] += line.text_length
    font, weight = looks.most_common(1)[0][0]
    return BodyStyle(size, font, weight)


@dataclass(frozen=True)
class HeadingRules:
    """The rules with what they need to know of the page. `figures` are regions where big letters mean little."""

    body: BodyStyle
    page_height: float
    figures: tuple[Box, ...] = ()

    @property
    def body_size(self) -> float:
        return self.body.size

    @staticmethod
    def is_numbered(text: str) -> bool:
        return is_numbered(text)

    def is_heading(self, run: Sequence[Line], *, before: Line | None, after: Line | None) -> bool:
        text = " ".join(line.text for line in run)
        if not self._may_be_heading(run, text):
            return False
        around = [figure for figure in self.figures if middle_inside(run[0], figure, slack=4)]
        in_figure = bool(around)
        on_bar = is_numbered(text) and all(figure.y1 - figure.y0 < _BAR * run[0].size for figure in around)
        if self._in_margin(run) or (in_figure and not on_bar and run[0].size < 1.5 * self.body.size):
            return False
        if self._is_eyebrow(run, text, after) or _is_label(run, text, after) or self._runs_on(run, after):
            return False
        above = _gap_above(before, run[0])
        return self._stands_out(run, text, above=above, in_figure=in_figure) or self._is_slanted_head(run, above, after)

    def _may_be_heading(self, run: Sequence[Line], text: str) -> bool:
        if run[0].font == PICTURE_FONT or _LONE_BRACKET_END.search(text) or _UNBROKEN.search(text):
            return False
        letters = sum(character.isalpha() for character in text)
        if len(text) > _MAX_CHARACTERS or len(run) > _MAX_LINES:
            return False
        if letters < max(_MIN_LETTERS, _MIN_LETTER_SHARE * len(text)) and not (
            letters >= 2 and self.is_numbered(text)
        ):  # CJK headings are short
            return False
        if is_labelled(text) or _LEADERS.search(text) or (_BULLET.match(text) and not self.is_numbered(text)):
            return False
        ends_clause = _CLAUSE_END.search(text) and not _ABBREVIATION_END.search(text)
        return not ends_clause or run[0].size >= 1.3 * self.body.size

    def _in_margin(self, run: Sequence[Line]) -> bool:
        at_edge = run[0].y0 < _MARGIN_BAND * self.page_height or run[0].y1 > (1 - 0.07) * self.page_height
        return at_edge and run[0].size < 1.2 * self.body.size

    def _is_eyebrow(self, run: Sequence[Line], text: str, after: Line | None) -> bool:
        """A small line right above the large title of a page belongs to neither level."""
        if after is None or len(run) != 1 or self.is_numbered(text) or after.size < 1.3 * run[0].size:
            return False
        return 0 <= after.y0 - run[0].y1 < 2 * after.size and run[0].y0 < 0.15 * self.page_height

    def _runs_on(self, run: Sequence[Line], after: Line | None) -> bool:
        """Bold words at the beginning of a paragraph, which goes on in the same line and the next one."""
        last = run[-1]
        if after is None or last.size >= _LARGER * self.body.size or last.words[-1].style.weight > self.body.weight:
            return False
        close = (
            -0.6 * last.size < after.y0 - last.y1 < 0.5 * last.size
            and overlap(last.x0, last.x1, after.x0, after.x1) > 0
        )
        return (
            run[0].words[0].style.weight > self.body.weight and close and after.words[0].style == last.words[-1].style
        )

    def _stands_out(self, run: Sequence[Line], text: str, *, above: float, in_figure: bool) -> bool:
        line, body = run[0], self.body
        if line.size >= _LARGER * body.size and line.size - body.size >= _LARGER_POINTS:
            return True
        heavier = line.weight > body.weight
        if (
            heavier and line.size >= 0.9 * body.size and len(text) <= 120 and above > -2
        ):  # a line's length; touching lines
            return True
        other_font = line.font != body.font and line.size >= body.size
        if self.is_numbered(text) and len(text) <= 100 and (heavier or other_font):  # a line's length
            return True
        return not in_figure and self._is_spaced_capitals(line, text, above)

    def _is_slanted_head(self, run: Sequence[Line], above: float, after: Line | None) -> bool:
        """A short line in italics above a paragraph in upright letters, with white space only above."""
        line = run[0]
        if len(run) > 1 or after is None or not is_italic(line.font) or is_italic(self.body.font):
            return False
        short = len(line.text) <= _SHORT and line.text[:1].isupper() and line.text[-1:].isalnum()
        below = after.y0 - line.y1
        starts = after.font == self.body.font and abs(after.x0 - line.x0) < 3 * line.size and after.x1 > line.x1
        return short and starts and line.size >= self.body.size and above > 0.5 * line.size and below < 0.5 * above

    def _is_spaced_capitals(self, line: Line, text: str, above: float) -> bool:
        if (
            text.upper() != text or sum(c.isupper() for c in text) < 4 or "_" in text or len(text) > 80
        ):  # a word; a line's length
            return False
        body = self.body.size
        return line.size >= 0.95 * body and above > 0.3 * body and (line.font != self.body.font or above > 0.6 * body)


def _is_label(run: Sequence[Line], text: str, after: Line | None) -> bool:
    """ "FROM:" with the sender beside it."""
    if after is None or not text.rstrip().endswith(":"):
        return False
    return overlap(run[-1].y0, run[-1].y1, after.y0, after.y1) > 0.5 * run[-1].size and after.x0 > run[-1].x1


def _gap_above(before: Line | None, line: Line) -> float:
    """White space to the line before, if that one stands above; else as much as one likes."""
    if before is None or overlap(before.x0, before.x1, line.x0, line.x1) <= 0 or before.y1 > line.y0 + 2:
        return _FAR
    return line.y0 - before.y1
