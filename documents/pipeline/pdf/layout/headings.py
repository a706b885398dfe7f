"""Rules that detect headings, by size, weight, numbering and capitals in comparison with the page's body text.

The numbering of headings and captions is known for European and East Asian languages.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.geometry import center_inside, horizontal_overlap, overlap
from documents.pipeline.pdf.layout.captions import has_caption_label
from documents.pipeline.pdf.layout.contents_pages import ends_with_page_number, is_among_entries
from documents.pipeline.pdf.text.lines import BodyStyle, Line
from documents.pipeline.pdf.text.styles import OCR_PICTURE_FONT, is_italic
from documents.types import Box

_BULLET = re.compile(
    r"^\s*(?:[•●▪‣◦∙·■□▶➢➤✓❖\u2013\u2014\-*○]\s*\S|[\uf0b7\uf0a7\uf0d8\u25cf\u25aa\u25ba]|\(?[a-zA-Z]\)\s+\S|\((?:[ivx]+|[0-9]+|[a-z])\)\s+\S)"
)
_LEADERS = re.compile(r"\.{4,}|…{2,}|(?:\. ){4,}")
_CLAUSE_END = re.compile(r"[.;,\u037e]\s*$")  # some fonts have the Greek question mark for the semicolon
_UNBROKEN = re.compile(r"[!-~]{36,}")  # URLs and file names
_LONE_BRACKET_END = re.compile(r"\s[:)}\]]$")  # the column of brackets in the caption of a court paper
_ENCLOSED = re.compile(r"\s*(?:\[.*\]|[“\"][^“”\"]*[”\"])\s*")  # notes of editors; terms
_ABBREVIATION_END = re.compile(r"\b(?:inc|co|etc|u\.s|vs)\.\s*$", re.IGNORECASE)

_MAX_ITALIC_CHARACTERS = 60
_MAX_SMALL_CHARACTERS = 60
_MAX_BAR_HEIGHT = 3.0  # em: coloured bars behind headings are not higher

_MAX_CHARACTERS = 200
_MAX_SENTENCE = 60  # characters of a heading that ends as a sentence
_MAX_LINES = 4
_MIN_CAPITALS = 4
_MIN_LETTERS, _MIN_LETTER_SHARE = 3, 0.45
_LARGER, _LARGER_POINTS = 1.15, 1.1  # sizes that count as larger than the body: by this factor, and by so many points
_MARGIN_BAND = 0.075  # of the page's height, where page headers and page numbers stand
_MIN_NAMES, _SAME_HEIGHT = 3, 0.2  # lines beside one another; em
_MIN_INDENT, _MAX_INDENT, _MAX_TERM_GAP = 2.2, 6.0, 0.4  # em between a term and its definition
_SAME_GAP = 0.3  # em
_UNLIMITED = 99.0  # points

_HAN = "[\\d０-９一二三四五六七八九十百千〇零]+"
_EAST_ASIAN = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_QUOTES = "[「『《〈【]"
_NUMBERED = re.compile(
    r"^\s*(?:(?i:chapter|section|part|appendix|article|annex)\s+[\dIVXA-Z]+\b|§+\s*\d|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+[A-Z“\"]"
    rf"|[IVX]{{1,5}}\.\s+[A-Z]|[A-Z]\.\s+[A-Z]|\d{{1,2}}(?:\.\d{{1,2}}){{0,4}}[.．]?\s*{_EAST_ASIAN}"
    rf"|\(\d{{1,2}}\)\s*(?:{_QUOTES}|{_EAST_ASIAN})|[가나다라마바사아자차카타파하]\.\s+\S)",
)
# From the outermost level: part, chapter, section, article, then the two numberings without a word.
_EAST_ASIAN_LEVELS = tuple(
    re.compile(rf"^\s*{pattern}")
    for pattern in (
        rf"(?:第\s*{_HAN}\s*[编編部篇]|제\s*\d+\s*[편부])",
        rf"(?:第\s*{_HAN}\s*章|제\s*\d+\s*장)",
        rf"(?:第\s*{_HAN}\s*[节節]|제\s*\d+\s*[절관])",
        rf"(?:第\s*{_HAN}\s*[条條]|제\s*\d+\s*조)",
        r"(?:[一二三四五六七八九十]{1,3}[、．.]|[Ⅰ-Ⅻ][.．、\s])",
        r"[（(][一二三四五六七八九十]{1,3}[）)]",
    )
)
_LONE_NUMBER = re.compile(r"(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5})\.?")
_CHAPTER_LABEL = re.compile(
    r"(?:chapter|part|unit|appendix|annex|section|module|lesson|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|parte)"
    r"\s+(?:\d{1,3}|[IVX]{1,6}|[A-Z])[.:]?",
    re.IGNORECASE,
)
_EAST_ASIAN_LABEL = re.compile(rf"第\s*{_HAN}\s*[编編部篇章节節]|제\s*\d+\s*[편부장절]")
_PART_LABEL = re.compile(r"(?:article|exhibit|schedule|attachment)\s+(?:\d{1,3}|[IVX]{1,6}|[A-Z])[.:]?", re.IGNORECASE)
_FILING = re.compile(r"exhibit\s+\d+(?:\.\d+)+(?:\(.*\))*", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:by\s+and\s+)?(?:between|among)|and|zwischen|und|entre|et", re.IGNORECASE)
# Names above and below signatures and addresses are often in bold type or capitals, as headings are.
_SIGNATURE_FIELD = re.compile(
    r"\s*(?:by\b[^.:]{0,40}:|(?:its|name|title|signed|signature|address|attention|attn|facsimile|fax)\b[^.:]{0,12}:"
    r"|/s/|_{6,})",
    re.IGNORECASE,
)
_ABOVE_FIELD = 3.5  # em between the name of a party and the first field below it
_BELOW_FIELD = 0.5  # em between a signature and the name below it


@dataclass(frozen=True)
class HeadingRules:
    """The rules for one page.

    In `figures`, size alone does not make a heading; lines in `names` are none. `names`, `underlined` and `centred` are
    ids of lines.
    """

    body: BodyStyle
    page_height: float
    figures: tuple[Box, ...] = ()
    names: frozenset[int] = frozenset()
    underlined: frozenset[int] = frozenset()
    centred: frozenset[int] = frozenset()

    def is_heading(self, run: Sequence[Line], *, before: Line | None, after: Line | None) -> bool:
        """Check whether lines of the same style are a heading, given the lines before and after them."""
        text = " ".join(line.text for line in run)
        if not self._may_be_heading(run, text):
            return False
        around = [figure for figure in self.figures if center_inside(run[0], figure, slack=4)]
        in_figure = bool(around)
        max_height = _MAX_BAR_HEIGHT * run[0].size
        on_bar = is_numbered(text) and all(figure.y1 - figure.y0 < max_height for figure in around)
        if (self.is_in_margin(run) and not _is_above_text(run, after)) or (
            in_figure and not on_bar and run[0].size < 1.5 * self.body.size
        ):
            return False
        if any(id(line) in self.names for line in run):
            return False
        if run[0].size < _LARGER * self.body.size and is_among_entries(text, before, after):
            return False
        if (
            self._is_term(run, text, before, after)
            or self._is_eyebrow(run, text, after)
            or _is_field_label(run, text, after)
            or self._runs_on(run, after)
        ):
            return False
        above = _gap_above(before, run[0])
        return (
            self._stands_out(run, text, above=above, in_figure=in_figure, beside=_is_beside(run[-1], after))
            or self._is_italic_head(run, above, after)
            or self._is_small_head(run, above, after)
        )

    def _may_be_heading(self, run: Sequence[Line], text: str) -> bool:
        if len(text) > _MAX_CHARACTERS or len(run) > _MAX_LINES:
            return False
        if (
            run[0].font == OCR_PICTURE_FONT
            or _ENCLOSED.fullmatch(text)
            or _LONE_BRACKET_END.search(text)
            or _UNBROKEN.search(text)
        ):
            return False
        letters = sum(map(str.isalpha, text))
        # Numbered headings in East Asian scripts are short.
        if letters < max(_MIN_LETTERS, _MIN_LETTER_SHARE * len(text)) and not (letters >= 2 and is_numbered(text)):
            return False
        if any(ends_with_page_number(line) for line in run):
            return False
        if (
            has_caption_label(text)
            or _LEADERS.search(text)
            or (_BULLET.match(text) and not self._has_number(run, text))
        ):
            return False
        ends_clause = _CLAUSE_END.search(text) and not _ABBREVIATION_END.search(text)
        is_sentence = text.rstrip().endswith(".") and len(text) > _MAX_SENTENCE
        is_large = run[0].size >= 1.3 * self.body.size
        is_title = self.is_underlined(run[0]) or (run[0].weight > self.body.weight and is_numbered(text))
        return not ends_clause or ((is_large or (is_title and text.endswith("."))) and not is_sentence)

    def _has_number(self, run: Sequence[Line], text: str) -> bool:
        """Check for a number at the beginning. Only underlined headings have letters in brackets."""
        return is_numbered(text) or (self.is_underlined(run[0]) and text.startswith("("))

    def is_underlined(self, line: Line) -> bool:
        return id(line) in self.underlined

    def is_alike(self, a: Line, b: Line) -> bool:
        """Check that both lines are underlined or centred, or none."""
        return all((id(a) in ids) == (id(b) in ids) for ids in (self.underlined, self.centred))

    def is_in_margin(self, run: Sequence[Line]) -> bool:
        """Check for small type at the edge of the page, where page headers and page numbers stand."""
        at_edge = run[0].y0 < _MARGIN_BAND * self.page_height or run[0].y1 > (1 - 0.07) * self.page_height
        is_head = run[0].weight > self.body.weight and (is_numbered(run[0].text) or is_part_label(run[0].text))
        return at_edge and run[0].size < 1.2 * self.body.size and not is_head

    def _is_term(self, run: Sequence[Line], text: str, before: Line | None, after: Line | None) -> bool:
        """Check for a term in bold right above its definition, which is indented. Headings have more space above."""
        line = run[-1]
        if after is None or line.size >= _LARGER * self.body.size or after.weight >= line.weight or text[0].isdigit():
            return False
        below = after.y0 - line.y1
        is_indented = _MIN_INDENT * line.size < after.x0 - line.x0 < _MAX_INDENT * line.size
        is_close = -0.3 * line.size < below < _MAX_TERM_GAP * line.size
        follows_heading = before is not None and before.size >= _LARGER * self.body.size
        above = 0.0 if before is None else run[0].y0 - before.y1
        return is_indented and is_close and (follows_heading or above < below + _SAME_GAP * line.size)

    def _is_eyebrow(self, run: Sequence[Line], text: str, after: Line | None) -> bool:
        """Check for a small line right above the large title of a page."""
        if after is None or len(run) != 1 or is_numbered(text) or after.size < 1.3 * run[0].size:
            return False
        return 0 <= after.y0 - run[0].y1 < 2 * after.size and run[0].y0 < 0.15 * self.page_height

    def _runs_on(self, run: Sequence[Line], after: Line | None) -> bool:
        """Check for bold words at the beginning of a paragraph, which continues in the same line and the next one."""
        last = run[-1]
        if after is None or last.size >= _LARGER * self.body.size or run[0].words[0].style.weight <= self.body.weight:
            return False
        end = last  # the line in which the bold words end
        if (
            last.words[-1].style.weight > self.body.weight
            and last.x1 + after.words[0].x1 - after.words[0].x0 > after.x1
        ):
            end = after
        close = (
            -0.6 * last.size < after.y0 - last.y1 < 0.5 * last.size
            and overlap(last.x0, last.x1, after.x0, after.x1) > 0
        )
        is_mixed = end.words[0].style.weight > self.body.weight >= end.words[-1].style.weight
        return close and is_mixed and after.words[0].style == last.words[-1].style

    def _stands_out(self, run: Sequence[Line], text: str, *, above: float, in_figure: bool, beside: bool) -> bool:
        line, body = run[0], self.body
        if line.size >= _LARGER * body.size and line.size - body.size >= _LARGER_POINTS:
            return True
        heavier = line.weight > body.weight
        # 120, 100 and 80 characters are about one line. -2 points allow for lines that touch.
        begins = text[0].isupper() or self._has_number(run, text)
        if self.is_underlined(line) and len(text) <= 120 and begins and not in_figure:
            return True
        if heavier and line.size >= 0.9 * body.size and len(text) <= 120 and above > -2:
            return True
        other_font = line.font != body.font and line.size >= body.size
        if is_numbered(text) and len(text) <= 100 and (heavier or other_font or _is_capitals(text)):
            return True
        return not in_figure and not beside and self._is_spaced_capitals(line, text, above)

    def _is_italic_head(self, run: Sequence[Line], above: float, after: Line | None) -> bool:
        """Check for a short line in italics above a paragraph in upright type, with white space only above it."""
        line = run[0]
        if len(run) > 1 or after is None or not is_italic(line.font) or is_italic(self.body.font):
            return False
        short = len(line.text) <= _MAX_ITALIC_CHARACTERS and line.text[:1].isupper() and line.text[-1:].isalnum()
        below = after.y0 - line.y1
        starts = after.font == self.body.font and abs(after.x0 - line.x0) < 3 * line.size and after.x1 > line.x1
        return short and starts and line.size >= self.body.size and above > 0.5 * line.size and below < 1.05 * above

    def _is_small_head(self, run: Sequence[Line], above: float, after: Line | None) -> bool:
        """Check for a short bold line, smaller than the text below it: the lowest levels of headings of web pages."""
        line = run[0]
        if len(run) > 1 or after is None or line.weight <= self.body.weight or len(line.text) > _MAX_SMALL_CHARACTERS:
            return False
        is_text = after.size == self.body.size and after.weight == self.body.weight and after.x1 > line.x1
        return is_text and abs(after.x0 - line.x0) < 1 and above + 2 > after.y0 - line.y1 > 0.5 * line.size  # points

    def _is_spaced_capitals(self, line: Line, text: str, above: float) -> bool:
        if not _is_capitals(text) or "_" in text or len(text) > 80:
            return False
        body = self.body.size
        is_apart = above > 0.3 * body and (line.font != self.body.font or above > 0.6 * body)
        return line.size >= 0.95 * body and (is_apart or (id(line) in self.centred and above > 0))


def _is_above_text(run: Sequence[Line], after: Line | None) -> bool:
    """Check for text right below: page headers have white space below them."""
    line = run[-1]
    return after is not None and -0.6 * line.size < after.y0 - line.y1 < 1.5 * line.size


def _is_capitals(text: str) -> bool:
    return text.upper() == text and sum(character.isupper() for character in text) >= _MIN_CAPITALS


def _is_field_label(run: Sequence[Line], text: str, after: Line | None) -> bool:
    """Check for a label with its value beside it: "FROM:" with the sender."""
    return text.rstrip().endswith(":") and _is_beside(run[-1], after)


def _is_beside(line: Line, after: Line | None) -> bool:
    """Check for text to the right of a line, at the same height."""
    if after is None:
        return False
    return overlap(line.y0, line.y1, after.y0, after.y1) > 0.5 * line.size and after.x0 > line.x1


def _gap_above(before: Line | None, line: Line) -> float:
    """Return the white space to the line before. It is unlimited if that line does not stand above."""
    if before is None or overlap(before.x0, before.x1, line.x0, line.x1) <= 0 or before.y1 > line.y0 + 2:
        return _UNLIMITED
    return line.y0 - before.y1


def names_of_columns(lines: Sequence[Line], body: BodyStyle) -> frozenset[int]:
    """Return the ids of bold lines in rows of three or more: names of the columns of a table that was not found."""
    bold = [line for line in lines if line.weight > body.weight and line.size < _LARGER * body.size]
    rows: list[list[Line]] = []
    for line in sorted(bold, key=lambda line: line.y0):
        row = rows[-1] if rows else []
        if row and abs(row[0].y0 - line.y0) < _SAME_HEIGHT * line.size and row[0].size == line.size:
            row.append(line)
        else:
            rows.append([line])
    return frozenset(id(line) for row in rows if len(row) >= _MIN_NAMES for line in row)


def names_at_signatures(lines: Sequence[Line]) -> frozenset[int]:
    """Return the ids of the fields for signatures and addresses, and of the lines right above and below them."""
    fields = [line for line in lines if _SIGNATURE_FIELD.match(line.text)]
    return frozenset(
        id(line) for line in lines if not is_numbered(line.text) and any(_is_at_field(line, field) for field in fields)
    )


def _is_at_field(line: Line, field: Line) -> bool:
    if line is field:
        return True
    is_above = 0 <= field.y0 - line.y1 < _ABOVE_FIELD * line.size
    is_below = 0 <= line.y0 - field.y1 < _BELOW_FIELD * line.size
    return (is_above or is_below) and horizontal_overlap(line, field) > 0


def is_numbered(text: str) -> bool:
    """Check for a number at the beginning, as headings have it."""
    return _NUMBERED.match(text) is not None or east_asian_depth(text) is not None


def is_lone_number(text: str) -> bool:
    """Check for the number of a chapter on a line of its own."""
    return _LONE_NUMBER.fullmatch(text.strip()) is not None


def is_chapter_label(text: str) -> bool:
    """Check for the label of a chapter on a line of its own: "CHAPTER 7."."""
    return any(label.fullmatch(text.strip()) for label in (_CHAPTER_LABEL, _EAST_ASIAN_LABEL))


def is_part_label(text: str) -> bool:
    """Check for the label of a part of an agreement on a line of its own: "EXHIBIT B"."""
    return _PART_LABEL.fullmatch(text.strip()) is not None


def is_filing_label(text: str) -> bool:
    """Check for the number of an agreement among the exhibits of a filing: "Exhibit 10.6"."""
    return _FILING.fullmatch(text.strip()) is not None


def is_between_parties(text: str) -> bool:
    """Check for a line of a cover page before the name of a party: "between", "and"."""
    return _BETWEEN.fullmatch(text.strip()) is not None


def east_asian_depth(text: str) -> int | None:
    """Return the level of an East Asian heading number: 0 for a part, 1 for a chapter, …; `None` without a number."""
    return next((depth for depth, system in enumerate(_EAST_ASIAN_LEVELS) if system.match(text)), None)
