"""Files as their readers like them: packages made plain, texts in UTF-8, tables not longer than can be set."""

from dataclasses import dataclass, field
from pathlib import Path

from documents.errors import CorruptDocument, EmptyFile
from documents.pipeline.flow.packages import MOST_CELLS, Package, is_package
from documents.pipeline.flow.tidy_html import tidied
from documents.pipeline.sniffing.types import ASCIIDOC, CSV, HTML, JATS, MARKDOWN, TSV, VTT
from documents.pipeline.text.encoding import decode_text
from documents.pipeline.text.nesting import refuse_deep_nesting
from documents.pipeline.text.xml_source import refuse_entities
from documents.types import ParseWarning

_TEXTS = frozenset({ASCIIDOC, CSV, MARKDOWN, TSV, VTT})
_MARKUP = frozenset({HTML, JATS})
_META_WINDOW = 4096


@dataclass(slots=True)
class Prepared:
    """The file to be read, and what of it is left out."""

    path: Path
    warnings: list[ParseWarning] = field(default_factory=list)


def prepared(path: Path, mime_type: str, scratch: Path) -> Prepared:
    """Raises the typed reasons why a file is not read."""
    if path.stat().st_size == 0:
        raise EmptyFile
    if is_package(mime_type):
        package = Package(path, mime_type)
        return Prepared(package.plain(scratch), package.warnings)
    if mime_type in _TEXTS:
        return _text(path, mime_type, scratch)
    if mime_type in _MARKUP:
        refuse_entities(path)
        refuse_deep_nesting(path)
    if mime_type == HTML:
        source = Prepared(path) if _says_its_encoding(path) else _text(path, mime_type, scratch)
        return Prepared(tidied(source.path, scratch / "tidy.html"), source.warnings)
    return Prepared(path)


def _says_its_encoding(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_META_WINDOW).lower()
    return b"charset" in head or b"encoding=" in head


def _text(path: Path, mime_type: str, scratch: Path) -> Prepared:
    text = decode_text(path.read_bytes())
    if text is None:
        raise CorruptDocument
    text = text.removeprefix("\ufeff").replace("\x00", "\ufffd")
    if not text.strip():
        raise EmptyFile
    result = Prepared(scratch / "text")
    if mime_type in {CSV, TSV}:
        text = _cut(text, result)
    result.path.write_text(text, encoding="utf-8-sig" if mime_type == HTML else "utf-8")
    return result


def _cut(text: str, result: Prepared) -> str:
    """As many lines as have room."""
    lines = text.splitlines(keepends=True)
    columns = 1 + max(max(line.count(mark) for mark in ",;\t|") for line in lines[:20])
    most = max(1, MOST_CELLS // columns)
    if len(lines) <= most:
        return text
    message = f"Only the first {most:,} of {len(lines):,} lines of this table are shown."
    result.warnings.append(ParseWarning("sheet_cut", message))
    return "".join(lines[:most])
