"""Which reader reads which type, and what all of them have in common: checks before, facts and pieces after."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from documents.errors import EmptyFile
from documents.pipeline.flow.docling_backends import BACKENDS
from documents.pipeline.flow.docling_reader import read_with_docling
from documents.pipeline.flow.facts import facts_of
from documents.pipeline.flow.model import FlowDocument
from documents.pipeline.flow.old_workbook import read_old_workbook
from documents.pipeline.flow.preparing import prepared
from documents.pipeline.flow.rich_text import read_rich_text
from documents.pipeline.flow.sheets import in_pieces
from documents.pipeline.sniffing.types import RTF, XLS

_OWN_READERS: dict[str, Callable[[Path], FlowDocument]] = {RTF: read_rich_text, XLS: read_old_workbook}
TYPES = (*BACKENDS, *_OWN_READERS)


def read(path: Path, mime_type: str, scratch: Path) -> FlowDocument:
    """The document as blocks. Raises the typed reasons why a file is not read."""
    source = prepared(path, mime_type, scratch)
    own = _OWN_READERS.get(mime_type)
    document = own(source.path) if own else read_with_docling(source.path, mime_type, scratch, name=path.name)
    facts = {**facts_of(source.path, mime_type), **document.facts}
    sections = [replace(section, blocks=list(in_pieces(section.blocks))) for section in document.sections]
    if not any(section.blocks for section in sections):
        raise EmptyFile("There is nothing to read in this document: it has no text, no tables and no pictures.")
    return replace(
        document,
        sections=[section for section in sections if section.blocks],
        title=document.title or facts.get("title", ""),
        facts=facts,
        warnings=[*source.warnings, *document.warnings],
    )
