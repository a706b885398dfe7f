"""Displayed formulas: blocks apart from the text that are set in fonts of formulas, or with their characters."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from documents.pipeline.pdf.geometry import horizontal_overlap, union
from documents.pipeline.pdf.layout.model import Block
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.text.words import Word
from documents.types import StructureKind

# Fonts of TeX have a size after their names; a subset has a tag before it.
_FONT: Final = re.compile(
    r"(?:^|\+)(?:CM(?:MI|SY|EX|BSY|MIB)\d|LM(?:Math|MathItalic|MathSymbols|MathExtension)|MS[AB]M\d|RSFS\d|EUFM\d|EUSM\d)"
    r"|Cambria ?Math|(?:NewCM|STIX|XITS|Libertinus|LatinModern|Asana|TeXGyre)\w*-?Math",
    re.IGNORECASE,
)
_RELATION: Final = re.compile(r"[=<>≤≥≠≈≡≃≅≪≫∝∈∉⊂⊆⇒⇔→←↦≔]")
_NUMBER: Final = re.compile(r"\(?[A-Z]?\d{1,3}(?:[.\-]\d{1,3})*[a-z]?\)")
_DIGITS: Final = re.compile(r"\d{1,3}|" + _NUMBER.pattern)
_LETTER: Final = re.compile("[\u03b1-\u03c9\U0001d400-\U0001d7ff]")  # Greek letters, mathematical alphabets
_PROSE: Final = re.compile(r"[^\W\d_]{3,}")
_FUNCTIONS: Final = re.compile(
    r"a(?:nd|rc(?:cos|sin|tan)|rg(?:max|min)?)|co[stv]h?|csc|de[gt]|di(?:ag|m|v)|exp|for|gcd|grad|inf|ker|lim(?:inf|sup)?"
    r"|log|max|min|mod|otherwise|rank|rot|sec|sgn|sign|sinh?|sup|tanh?|trace|var",
    re.IGNORECASE,
)
_MIN_SHARE: Final = 0.5  # of the characters that are no digits or brackets
_MIN_INDENT: Final = 1.0  # em, from the left edge of the text above or below
_MAX_GAP: Final = 1.0  # em between the parts of one formula, such as those of a fraction


def mark_formulas(blocks: Sequence[Block | DetectedTable]) -> list[Block | DetectedTable]:
    """Return the blocks with displayed formulas marked; the parts of one become one block."""
    marked: list[Block | DetectedTable] = []
    position = 0
    for is_part, run in groupby(blocks, key=_is_part):
        parts = list(run)
        before, after = blocks[position - 1 : position], blocks[position + len(parts) : position + len(parts) + 1]
        position += len(parts)
        marked += _joined(parts, [*before, *after]) if is_part else parts
    return marked


def _joined(
    parts: Sequence[Block | DetectedTable], around: Sequence[Block | DetectedTable]
) -> list[Block | DetectedTable]:
    """Return the parts joined to formulas; those that are not certain stay as they are."""
    groups: list[list[Block]] = []
    for part in parts:
        if isinstance(part, Block):
            if groups and _is_near(groups[-1], part):
                groups[-1].append(part)
            else:
                groups.append([part])
    result: list[Block | DetectedTable] = []
    for group in groups:
        lines = sorted((line for part in group for line in part.lines), key=lambda line: line.position)
        formula = Block(StructureKind.FORMULA, tuple(lines))  # in the order of the file: fractions are beside the rest
        result += [formula] if any(map(_is_set_as_formula, group)) and _is_certain(formula, around) else group
    return result


def _is_part(block: Block | DetectedTable) -> bool:
    """Check for what can be a part of a formula: its number, a digit of a fraction, or what is set as one."""
    if not isinstance(block, Block) or block.kind is not StructureKind.PARAGRAPH:
        return False
    return _is_set_as_formula(block) or (len(block.lines) == 1 and _DIGITS.fullmatch(block.lines[0].text) is not None)


def _is_set_as_formula(block: Block) -> bool:
    """Check for a block without prose, most of which is set in fonts of formulas or in their characters."""
    words = [word for line in block.lines for word in line.words if not _NUMBER.fullmatch(word.text)]
    if any(map(_is_prose, words)):
        return False
    characters = [(word, character) for word in words for character in word.text if _counts(character)]
    mathematical = sum(_is_mathematical(character) or _has_font(word) for word, character in characters)
    return bool(characters) and mathematical >= _MIN_SHARE * len(characters)


def _is_certain(formula: Block, around: Sequence[Block | DetectedTable]) -> bool:
    """Check for a relation between two sides, and whether the formula is indented from the text around it."""
    words = [word for line in formula.lines for word in line.words]
    if not any(_RELATION.search(word.text) for word in words) or len("".join(word.text for word in words)) < 3:
        return False
    box, size = union(formula.lines), formula.lines[0].size
    texts = [union(block.lines) for block in around if isinstance(block, Block)]
    beside = [text for text in texts if horizontal_overlap(text, box) > 0]
    return bool(beside) and all(box.x0 - text.x0 > _MIN_INDENT * size for text in beside)


def _is_near(group: Sequence[Block], part: Block) -> bool:
    """Check for a part beside the others, or closely above or below them."""
    upper, lower = union(line for each in group for line in each.lines), union(part.lines)
    return max(lower.y0 - upper.y1, upper.y0 - lower.y1) < _MAX_GAP * part.lines[0].size


def _has_font(word: Word) -> bool:
    return _FONT.search(word.style.font) is not None


def _is_prose(word: Word) -> bool:
    return not _has_font(word) and any(_FUNCTIONS.fullmatch(run) is None for run in _PROSE.findall(word.text))


def _counts(character: str) -> bool:
    return not character.isdigit() and character not in "()[]{}.,;|/-"


def _is_mathematical(character: str) -> bool:
    """Check for an operator, a Greek letter or one of the alphabets of formulas."""
    return unicodedata.category(character) == "Sm" or _LETTER.fullmatch(character) is not None
