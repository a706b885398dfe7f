"""Prints rows of text as a PDF with typst: monospaced, one row of text in one row of the grid.

The text is data in a JSON file and is never read as markup. Long texts are set in parts and joined.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import pypdfium2
import typst

from documents.pipeline.fonts import FAMILIES, folders_for
from documents.pipeline.pdf.lines import is_right_to_left

PAGE_WIDTH, PAGE_HEIGHT = 595.0, 842.0
MARGIN_X, MARGIN_Y = 52.0, 61.0
ROW_HEIGHT = 12.0
FONT_SIZE = 9.0
CELL_WIDTH = 0.60205 * FONT_SIZE  # the advance of DejaVu Sans Mono
_TIME = re.compile(rb"(/CreationDate\(D:)\d{14}")
_NAME = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")
PAGES_PER_PART = 20  # typst keeps what it has set for a while: small parts keep its memory small
# Without a date: the same text gives the same file, whose hash is its name in the store.
_FONTS = json.dumps(["DejaVu Sans Mono", *FAMILIES]).strip("[]")
_SOURCE = f"""
#set document(date: none)
#set page(width: {PAGE_WIDTH}pt, height: {PAGE_HEIGHT}pt)
#set page(margin: (x: {MARGIN_X}pt, top: {MARGIN_Y}pt, bottom: {MARGIN_Y - 4}pt))
#set text(font: ({_FONTS}), size: {FONT_SIZE}pt, hyphenate: false, ligatures: false)
#set raw(tab-size: 8)
#show raw: set text(font: ({_FONTS}), size: {FONT_SIZE}pt)
#let row(line) = box(width: 100%, height: {ROW_HEIGHT}pt, clip: false, {{
  if line.rtl {{ align(right + horizon, text(dir: rtl, raw(line.text))) }}
  else {{ align(left + horizon, raw(line.text)) }}
}})
#for (number, page) in json("pages.json").enumerate() {{
  if number > 0 {{ pagebreak() }}
  stack(dir: ttb, ..page.map(row))
}}
"""


def typeset_parts(pages: Iterable[Sequence[str]], folder: Path) -> Iterator[Path]:
    """PDFs of some pages each, one after the other, so that the first can be read while later ones are set."""
    rest = iter(pages)
    for number in count():
        part = list(islice(rest, PAGES_PER_PART))
        if not part:
            return
        yield _set_part(part, folder, f"part-{number}.pdf")


def join(parts: Sequence[Path], target: Path, *, pages: Sequence[int] | None = None) -> Path:
    """One PDF of all parts, or of so many `pages` of each; the parts are gone afterwards."""
    if len(parts) == 1:
        return parts[0].rename(target)
    joined = pypdfium2.PdfDocument.new()
    try:
        for number, path in enumerate(parts):
            part = pypdfium2.PdfDocument(path)
            joined.import_pages(part, None if pages is None else list(range(pages[number])))
            part.close()
            path.unlink()
        joined.save(target)
    finally:
        joined.close()
    _forget_when(target)
    return target


def _forget_when(joined: Path) -> None:
    """PDFium writes the time and a random name; in their place as many characters that are always the same."""
    content = _TIME.sub(rb"\g<1>20000101000000", joined.read_bytes())
    joined.write_bytes(_NAME.sub(b"/ID[<%b><%b>]" % (b"0" * 32, b"0" * 32), content))


def _set_part(pages: Sequence[Sequence[str]], folder: Path, name: str) -> Path:
    source, data, target = folder / "part.typ", folder / "pages.json", folder / name
    source.write_text(_SOURCE, encoding="utf-8")
    rows = [[{"text": row.rstrip(), "rtl": is_right_to_left(row)} for row in page] for page in pages]
    words = json.dumps(rows, ensure_ascii=False)
    data.write_text(words, encoding="utf-8")
    typst.compile(str(source), output=str(target), root=str(folder), font_paths=folders_for(words))
    source.unlink()
    data.unlink()
    return target
