"""Letters as blocks: who wrote to whom about what, what they say, and the names of what was sent along."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import UserFault
from documents.pipeline.flow.docling_reader import read_with_docling
from documents.pipeline.flow.model import Block, FlowDocument, Run, Section
from documents.pipeline.flow.sheets import in_pieces
from documents.pipeline.mail.bodies import with_pictures, words_in
from documents.pipeline.mail.eml import read_eml
from documents.pipeline.mail.letter import Body, Letter
from documents.pipeline.mail.msg import read_msg
from documents.pipeline.mail.plain import blocks_of_text
from documents.pipeline.sniffing.types import EML, HTML, MSG
from documents.types import ParseWarning, StructureKind

READERS = {EML: read_eml, MSG: read_msg}
_MOST_HTML = 8 << 20  # characters; a page of text has three thousand


def document_of(letter: Letter, names: Sequence[str], scratch: Path) -> FlowDocument:
    """`names` are those of the files that were sent along."""
    warnings = list(letter.warnings)
    pictures = {each.content_id: each.content for each in letter.enclosed if each.content_id}
    blocks = [*_head(letter, names)]
    for number, body in enumerate(letter.bodies, 1):
        blocks += _blocks_of(body, pictures, scratch / f"body-{number}.html", warnings)
    return FlowDocument(
        sections=[Section(list(in_pieces(blocks)))],
        title=letter.subject,
        facts=letter.facts,
        warnings=warnings,
    )


def _head(letter: Letter, names: Sequence[str]) -> Iterator[Block]:
    if letter.subject:
        yield Block(StructureKind.TITLE, (Run(letter.subject),))
    lines = {name: text for name, text in letter.headers.items() if name != "Subject"}
    if names:
        lines["Attachments"] = ", ".join(names)
    for name, text in lines.items():
        yield Block(StructureKind.PARAGRAPH, (Run(f"{name}: ", bold=True), Run(text)))


def _blocks_of(body: Body, pictures: Mapping[str, bytes], path: Path, warnings: list[ParseWarning]) -> Iterable[Block]:
    if not body.is_html:
        return blocks_of_text(body.text)
    if not words_in([body]):
        return ()
    if len(body.text) > _MOST_HTML:
        warnings.append(ParseWarning("letter_cut", "The text of this letter is too long to be shown as a whole."))
    # The mark says which encoding it is, whatever the page itself says.
    path.write_bytes(BOM_UTF8 + with_pictures(body.text[:_MOST_HTML], pictures))
    try:
        document = read_with_docling(path, HTML, path.parent, name=path.name, is_page=False)
    except UserFault:
        warnings.append(ParseWarning("letter_not_read", "The text of this letter is damaged and cannot be read."))
        return ()
    return [_within_letter(block) for section in document.sections for block in section.blocks]


def _within_letter(block: Block) -> Block:
    """The title of a letter is its subject."""
    return replace(block, kind=StructureKind.HEADING, level=1) if block.kind is StructureKind.TITLE else block
