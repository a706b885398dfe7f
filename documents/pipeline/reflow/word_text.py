"""Text of Word documents that readers pass over, rewritten as text that they read.

Readers look for runs below paragraphs, and for rows below tables. Tracked changes, content controls and custom XML are
elements around these, and phonetic guides, symbols, form fields and WordArt hold text in elements of their own.
"""

import re

# ruff: noqa: RUF001  # characters that look alike are the point of the tables
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from lxml import etree

from documents.pipeline.reflow.word_tables import repair_tables

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_V: Final = "{urn:schemas-microsoft-com:vml}"
_W14: Final = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_PARTS: Final = frozenset(f"{_W}{name}" for name in ("document", "hdr", "ftr", "footnotes", "endnotes", "comments"))
_ON_EVERY_PAGE: Final = frozenset({f"{_W}hdr", f"{_W}ftr"})
_WRAPPERS: Final = tuple(
    f"{_W}{name}" for name in ("ins", "moveTo", "customXml", "smartTag", "fldSimple", "bdo", "dir")
)
_CONTROL: Final = f"{_W}sdt"
_PROPERTIES: Final = frozenset(f"{_W}{name}" for name in ("customXmlPr", "smartTagPr", "sdtPr", "sdtEndPr", "fldData"))
_SHAPES: Final = (f"{_W}drawing", f"{_W}pict", f"{_W}object", f"{_W}txbxContent")
_OFF: Final = frozenset({"0", "false", "off"})
_CHECKBOXES: Final = {True: "\u2612", False: "\u2610"}
_MAX_FIELD_RUNS: Final = 200  # a field without a result has few
_MAX_OPEN_FIELDS: Final = 20  # within one another; a part with more is no work of Word
_EQUATION_GUIDE = re.compile(r"\\o\\a\w?\(\\s\\up\s*\d*\((.*?)\),(.*)\)\s*$")  # the older form of phonetic guides
_EQUATION_SWITCH = re.compile(r"\\\*\s+(?:\"[^\"]*\"|\S+)|\\[a-z]+\s*\d*", re.IGNORECASE)


def readable_word_part(content: bytes) -> bytes:
    """Return a part of a Word document whose text is in runs, paragraphs and rows; the part itself if it needs none."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return content
    if root.tag not in _PARTS:
        return content
    changes = (
        _choose_branches,
        _remove_wrappers,
        _add_ruby_text,
        _add_symbols,
        _add_field_text,
        _add_word_art,
        repair_tables,
    )
    if not sum([change(root) for change in changes]):
        return content
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def _choose_branches(root: Any) -> int:
    """Replace alternatives of text by the first one that has text. Those with shapes are known to readers."""
    chosen = 0
    for element in list(root.iter(f"{_MC}AlternateContent")):
        if element.getparent() is None or next(element.iter(*_SHAPES), None) is not None:
            continue
        branch = next((branch for branch in element if next(branch.iter(f"{_W}t"), None) is not None), None)
        if branch is not None:
            _replace(element, branch)
            chosen += 1
    return chosen


def _add_ruby_text(root: Any) -> int:
    """Replace phonetic guides by their base text; the readings follow in brackets at the end of their paragraph.

    Behind each base text, they would part words, which a search would not find then.
    """
    guides = list(root.iter(f"{_W}ruby"))
    readings: dict[Any, list[str]] = {}
    for guide in guides:
        base, reading = guide.find(f"{_W}rubyBase"), guide.find(f"{_W}rt")
        words = "".join(reading.itertext(f"{_W}t")).strip() if reading is not None else ""
        texts = [] if base is None else [part for run in base.iter(f"{_W}r") for part in run if part.tag != f"{_W}rPr"]
        if words and texts:
            readings.setdefault(_paragraph_of(guide), []).append(words)
        _replace(guide, texts)
    _append_readings(readings)
    return len(guides)


def _paragraph_of(element: Any) -> Any:
    """Return the paragraph around an element, else its parent."""
    return next(element.iterancestors(f"{_W}p"), element.getparent())


def _append_readings(readings: Mapping[Any, Sequence[str]]) -> None:
    """Add the readings of each paragraph to its end, in brackets."""
    for paragraph, words in readings.items():
        run = etree.SubElement(paragraph, f"{_W}r")
        run.append(_text(f"({' '.join(words)})"))


def _add_symbols(root: Any) -> int:
    """Replace symbols, and private characters in the fonts of symbols, by characters of Unicode."""
    changed = 0
    for symbol in list(root.iter(f"{_W}sym")):
        words = _symbol(_number(symbol.get(f"{_W}char"), base=16), symbol.get(f"{_W}font") or "")
        _replace(symbol, [_text(words)] if words else [])
        changed += 1
    for fonts in root.iter(f"{_W}rFonts"):
        run = fonts.getparent().getparent()
        for text in run.findall(f"{_W}t") if run is not None else ():
            changed += _set_unicode(text, fonts.attrib.values())
    return changed


def _set_unicode(element: Any, fonts: Iterable[str]) -> bool:
    """Replace private characters of these fonts in a text; return whether there were any."""
    words = original = str(element.text or "")
    for font in fonts:
        words = _in_unicode(words, font)
    element.text = words
    return words != original


def _symbol(code: int, font: str) -> str:
    """Return the character of a code in a font; an empty text if no XML can contain it."""
    is_character = 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE  # noqa: PLR2004  # neither control nor surrogate
    return _character(code, font) if is_character else ""


def _add_field_text(root: Any) -> int:
    """Add the text of fields that have no result: form fields, symbols, buttons and phonetic guides in equations."""
    added = 0
    readings: dict[Any, list[str]] = {}
    for begin in list(root.iter(f"{_W}fldChar")):
        if begin.get(f"{_W}fldCharType") != "begin":
            continue
        runs = list(_field_runs(begin.getparent()))
        words, reading = ("", "") if any(run.find(f"{_W}t") is not None for run in runs) else _field_text(begin, runs)
        if words and runs:
            run = etree.Element(f"{_W}r")
            run.append(_text(words))
            runs[-1].addnext(run)
            added += 1
            if reading:
                readings.setdefault(_paragraph_of(run), []).append(reading)
    _append_readings(readings)
    return added


def _field_runs(first: Any) -> Iterator[Any]:
    """Yield the runs of a field up to its end; none if it does not end in the paragraph."""
    runs, depth = [], 0
    for run in (first, *islice(first.itersiblings(f"{_W}r"), _MAX_FIELD_RUNS)):
        runs.append(run)
        for mark in run.findall(f"{_W}fldChar"):
            depth += {"begin": 1, "end": -1}.get(mark.get(f"{_W}fldCharType") or "", 0)
        if depth <= 0:
            yield from runs
        if not 0 < depth <= _MAX_OPEN_FIELDS:
            return


def _field_text(begin: Any, runs: list[Any]) -> tuple[str, str]:
    """Return the text of a field, and its reading if it is a phonetic guide."""
    choices, checkbox = begin.find(f".//{_W}ddList"), begin.find(f".//{_W}checkBox")
    if choices is not None:
        entries = [entry.get(f"{_W}val") or "" for entry in choices.findall(f"{_W}listEntry")]
        index = next((_number(found.get(f"{_W}val")) for found in _first_of(choices, "result", "default")), 0)
        return (entries[index] if index < len(entries) else ""), ""
    if checkbox is not None:
        state = next(_first_of(checkbox, "checked", "default"), None)
        return _CHECKBOXES[state is not None and state.get(f"{_W}val") not in _OFF], ""
    instruction = "".join(text for run in runs for text in run.itertext(f"{_W}instrText"))
    guide = _EQUATION_GUIDE.search(instruction) if instruction.split()[:1] == ["EQ"] else None
    return (guide[2], guide[1].strip()) if guide is not None else (_instruction_text(instruction), "")


def _instruction_text(instruction: str) -> str:
    match instruction.split():
        case ["SYMBOL", code, *switches]:
            font = " ".join(switches[switches.index("\\f") + 1 :][:1]).strip('"') if "\\f" in switches else ""
            return _symbol(_number(code, base=16 if code.startswith("0x") else 10), font)
        case ["MACROBUTTON", _, *words]:
            return " ".join(words)
        case ["EQ", *_]:
            return _EQUATION_SWITCH.sub("", instruction.strip().removeprefix("EQ")).strip()
    return ""


def _add_word_art(root: Any) -> int:
    """Add the text of WordArt to its run, unless a newer form of the shape holds it, too."""
    added = 0
    for path in root.iter(f"{_V}textpath"):
        words, picture = (path.get("string") or "").strip(), next(path.iterancestors(f"{_W}pict"), None)
        is_fallback = next(path.iterancestors(f"{_MC}Fallback"), None) is not None
        if words and picture is not None and not is_fallback:
            picture.addnext(_text(words))
            added += 1
    return added


def _remove_wrappers(root: Any) -> int:
    """Replace elements around runs, paragraphs and rows by their content."""
    wrappers = [element for element in root.iter(*_WRAPPERS, _CONTROL) if element.getparent() is not None]
    removed = 0
    for element in reversed(wrappers):  # the inner ones first
        content = element.find(f"{_W}sdtContent") if element.tag == _CONTROL else element
        if content is not None and not (element.tag == _CONTROL and _is_known_control(element)):
            _replace(element, [child for child in content if child.tag not in _PROPERTIES])
            removed += 1
    return removed


def _is_known_control(control: Any) -> bool:
    """Return whether readers know a content control, or it holds the number of a page only."""
    if control.getparent().tag == f"{_W}body":
        return True
    if control.find(f"{_W}sdtPr/{_W14}checkbox") is not None:
        return next(control.iterancestors(f"{_W}tbl"), None) is None
    is_on_every_page = control.getroottree().getroot().tag in _ON_EVERY_PAGE
    return is_on_every_page and "".join(control.itertext(f"{_W}t")).strip().isdecimal()


def _first_of(element: Any, *names: str) -> Iterator[Any]:
    """Yield the children with these names, ordered by name."""
    for name in names:
        yield from element.findall(f"{_W}{name}")


def _replace(element: Any, content: Iterable[Any]) -> None:
    """Put the content into the place of an element."""
    for part in list(content):
        element.addprevious(part)
    element.getparent().remove(element)


def _text(words: str) -> Any:
    element = etree.Element(f"{_W}t", {_SPACE: "preserve"})
    element.text = words
    return element


def _number(value: str | None, *, base: int = 10) -> int:
    """Return the number in an attribute, 0 if it is none."""
    try:
        return max(0, int(value or "", base))
    except ValueError:
        return 0


# Characters of Symbol and Wingdings, whose codes mean other characters than in Unicode.
#
# The tables have what documents use: letters and operators, check marks, bullets, arrows and numbers in circles.

_PRIVATE: Final = range(0xF020, 0xF100)  # Office adds 0xF000 to the codes of these fonts


def _table(rows: Mapping[int, str]) -> dict[int, str]:
    """Return the characters by code; each row begins at its code."""
    return {code: letter for start, letters in rows.items() for code, letter in enumerate(letters, start)}


_SYMBOL: Final = _table(
    {
        0x20: " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅",
        0x41: "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
        0x61: "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
        0xA1: "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…",
        0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑",
        0xF1: "〉∫",
    }
)
_WINGDINGS: Final = _table(
    {
        0x20: " ",
        0x22: "✂",
        0x28: "☎",
        0x2A: "✉",
        0x3F: "✍",
        0x41: "✌👌👍👎☜☞☝☟",
        0x4A: "☺",
        0x4C: "☹",
        0x51: "✈☼",
        0x6C: "●",
        0x6E: "■□",
        0x71: "❑❒",
        0x75: "◆❖",
        0x78: "☒",
        0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿",
        0x9F: "•",
        0xA7: "▪☐",
        0xAB: "★",
        0xD8: "➢",
        0xDF: "←→↑↓↖↗↙↘",
        0xE8: "➔",
        0xEF: "⇦⇨⇧⇩",
        0xFB: "✗✓☒☑",
    }
)
_WINGDINGS_2: Final = _table({0x4F: "✗✓☒☑☒☒", 0x97: "•", 0xA2: "■☐"})
_FONTS: Final[Mapping[str, Mapping[int, str]]] = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
}


def _character(code: int, font: str) -> str:
    """Return the character of a code in a font as Unicode; an unknown one as it is."""
    table = _FONTS.get(font.casefold(), {})
    return table.get(code - 0xF000 if code in _PRIVATE else code) or chr(code)


def _in_unicode(text: str, font: str) -> str:
    """Return text with the private characters of a font in Unicode."""
    return "".join(_character(ord(letter), font) if ord(letter) in _PRIVATE else letter for letter in text)
