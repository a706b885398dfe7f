"""Parts of rich text that striprtf passes over: page headers and footers, footnotes, comments and boxes."""

import re
from typing import Final, NamedTuple

from documents.types import StructureKind

_BRACE: Final = re.compile(r"\\[^a-z]|[{}]", re.DOTALL)
_NAME: Final = re.compile(r"\{(?:\\\*)?\\(header|footer|footnote|annotation|shptxt|dptxbxtext)[lrf]?(?![a-z])-?\d* ?")
_CODE_PAGE: Final = re.compile(r"\\ansicpg\d{1,5}")
_MAX_NESTED: Final = 4  # parts inside of parts are read for each of them
_KINDS: Final = {
    "header": StructureKind.PAGE_HEADER,
    "footer": StructureKind.PAGE_FOOTER,
    "footnote": StructureKind.FOOTNOTE,
    "annotation": StructureKind.FOOTNOTE,
    "shptxt": StructureKind.PARAGRAPH,
    "dptxbxtext": StructureKind.PARAGRAPH,
}


class Group(NamedTuple):
    """A part as a group of its own."""

    kind: StructureKind
    source: str


class Parts(NamedTuple):
    """The parts of a file, and the beginning of a source for them: the code page and the fonts of the file."""

    head: str
    groups: list[Group]


def parts_of(source: str) -> Parts:
    """Return the parts in the order of their ends. A box in an older form, too, is there twice."""
    code_page, fonts = _CODE_PAGE.search(source), ""
    groups: list[Group] = []
    opened: list[int] = []
    remaining = _MAX_NESTED * len(source)
    for brace in _BRACE.finditer(source):
        if brace.group() == "{":
            opened.append(brace.start())
        elif brace.group() == "}" and opened:
            start = opened.pop()
            remaining -= brace.end() - start if (name := _NAME.match(source, start)) else 0
            if source.startswith("{\\fonttbl", start):
                fonts = source[start : brace.end()]
            elif name and remaining > 0:
                groups.append(Group(_KINDS[name.group(1)], "{" + source[name.end() : brace.end()]))
    return Parts(f"{{\\rtf1\\ansi{code_page.group() if code_page else ''}{fonts} ", groups)
