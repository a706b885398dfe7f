"""Annotations written into PDFs with pikepdf, and read with pdfium."""

import time
from dataclasses import replace

import pikepdf
import pytest

from documents.errors import CorruptDocument, EncryptedDocument
from documents.pipeline.pdf.annotations import write_annotations
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdfium import pypdfium2
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import Box, ParseOptions, PdfAnnotation, PdfReply

CONTRACT = DATA / "contract.pdf"
GIVEN = PdfAnnotation(
    page=1, boxes=(), shape="highlight", color="#ff8000", author="Zoë", label="Duty", contents="Since 2024.\n\n“rent”",
    name="a-1", created="D:20260102030405Z", modified="D:20260203040506Z",
)  # fmt: skip

CHANGES = {
    "upright": {},
    "turned": {"Rotate": 90},
    "upside down": {"Rotate": 180},
    "turned back": {"Rotate": 270},
    "cropped": {"CropBox": [50, 60, 500, 800]},
    "cropped and turned": {"CropBox": [50, 60, 500, 800], "Rotate": 270},
    "in large units": {"UserUnit": 2.0},
    "away from the origin": {"MediaBox": [-20, -30, 600, 860]},
}


@pytest.fixture
def changed(tmp_path):
    """Return a function that changes the first page of the contract, and returns the file."""

    def change(**entries):
        path = tmp_path / "changed.pdf"
        with pikepdf.open(CONTRACT) as pdf:
            for key, value in entries.items():
                pdf.pages[0].obj[f"/{key}"] = value
            pdf.save(path)
        return path

    return change


class Read:
    """The entries of an annotation, when its file is closed."""

    def __init__(self, annotation):
        get = annotation.get
        self.kind, self.name = str(annotation.Subtype), str(get("/NM", ""))
        self.texts = [str(get(key, "")) for key in ("/T", "/Subj", "/Contents", "/CreationDate", "/M")]
        self.rect, self.quads, self.color = (list(map(float, get(key, []))) for key in ("/Rect", "/QuadPoints", "/C"))
        self.drawn = list(map(float, annotation.AP.N.BBox)) if "/AP" in annotation else []


def annotations_of(path, page=0):
    with pikepdf.open(path) as pdf:
        return [Read(each) for each in pdf.pages[page].obj.get("/Annots", []) if isinstance(each, pikepdf.Dictionary)]


def fractions(page, box):
    return Box(box.x0 / page.width, box.y0 / page.height, box.x1 / page.width, box.y1 / page.height)


@pytest.mark.parametrize("entries", CHANGES.values(), ids=CHANGES)
def test_highlights_cover_their_words(changed, tmp_path, entries):
    source, target = changed(**entries), tmp_path / "annotated.pdf"
    page = collect(PdfParser().parse(source, ParseOptions("application/pdf", str(tmp_path)))).pages[0]
    tokens = [token for token in page.tokens if len(token.text) > 4 and token.text.isalpha()][:12]
    assert len(tokens) == 12
    given = [replace(GIVEN, boxes=(fractions(page, token.box),), name=token.text) for token in tokens]
    write_annotations(source, target, given)
    read = pypdfium2.PdfDocument(target)
    text = read[0].get_textpage()
    for annotation, token in zip(annotations_of(target), tokens, strict=True):
        left, bottom, right, top = annotation.rect
        assert text.get_text_bounded(left, bottom, right, top).strip() == token.text
        assert (annotation.name, annotation.drawn) == (token.text, annotation.rect)
    read.close()


def test_a_highlight_is_one_annotation_over_several_lines(tmp_path):
    target = tmp_path / "annotated.pdf"
    lines = (Box(0.5, 0.1, 0.9, 0.12), Box(0.1, 0.13, 0.4, 0.15))
    write_annotations(CONTRACT, target, [replace(GIVEN, boxes=lines)])
    (annotation,) = annotations_of(target)
    with pikepdf.open(CONTRACT) as pdf:
        _, _, width, height = map(float, pdf.pages[0].mediabox)
    assert annotation.kind == "/Highlight"
    expected = [
        number
        for x0, y0, x1, y1 in lines
        for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1))
        for number in (x * width, (1 - y) * height)
    ]
    assert annotation.quads == pytest.approx(expected, abs=0.01)
    assert annotation.color == pytest.approx([1, 128 / 255, 0], abs=0.001)
    assert annotation.texts == ["Zoë", "Duty", GIVEN.contents, GIVEN.created, GIVEN.modified]


def test_the_appearance_is_drawn_by_other_readers(tmp_path):
    target = tmp_path / "annotated.pdf"
    highlight = replace(GIVEN, boxes=(Box(0.0, 0.9, 0.2, 1.0),))
    square = replace(GIVEN, boxes=(Box(0.5, 0.9, 0.9, 0.99),), shape="square", name="a-2")
    write_annotations(CONTRACT, target, [highlight, square])
    assert [each.kind for each in annotations_of(target)] == ["/Highlight", "/Square"]
    read = pypdfium2.PdfDocument(target)
    image = read[0].render(scale=2).to_pil().convert("RGB")
    read.close()
    width, height = image.size
    red, green, blue = image.getpixel((int(0.02 * width), int(0.99 * height)))
    assert red == 255
    assert 0.7 * 255 < green < 0.9 * 255
    assert 0.5 * 255 < blue < 0.7 * 255
    edge = image.getpixel((int(0.5 * width) + 2, int(0.95 * height)))
    assert edge == pytest.approx((255, 128, 0), abs=3)


def test_annotations_of_the_file_and_pages_without_new_ones_stay(tmp_path):
    source, target = tmp_path / "source.pdf", tmp_path / "annotated.pdf"
    with pikepdf.open(CONTRACT) as pdf:
        note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[1, 1, 9, 9])
        shared = pdf.make_indirect(pikepdf.Array([pdf.make_indirect(note)]))
        pdf.pages.append(pdf.pages[0])
        for page in pdf.pages:
            page.obj["/Annots"] = shared
        pdf.save(source)
        last = len(pdf.pages) - 1
    write_annotations(source, target, [replace(GIVEN, boxes=(Box(0, 0, 1, 1),)), replace(GIVEN, page=9_999)])
    assert [each.kind for each in annotations_of(target)] == ["/Text", "/Highlight"]
    assert [each.kind for each in annotations_of(target, last)] == ["/Text"]


def test_a_protected_file_needs_its_password(tmp_path):
    source, target = DATA / "encrypted_foo.pdf", tmp_path / "annotated.pdf"
    given = [replace(GIVEN, boxes=(Box(0, 0, 1, 1),))]
    with pytest.raises(EncryptedDocument):
        write_annotations(source, target, given)
    write_annotations(source, target, given, passwords=("foo",))
    with pikepdf.open(target) as pdf:
        assert not pdf.is_encrypted


@pytest.mark.parametrize("annots", [pikepdf.Dictionary(), pikepdf.Array([1, None]), 7])
def test_a_broken_list_of_annotations_is_no_obstacle(changed, tmp_path, annots):
    source, target = changed(Annots=annots), tmp_path / "annotated.pdf"
    write_annotations(source, target, [replace(GIVEN, boxes=(Box(0, 0, 1, 1),))])
    assert annotations_of(target)[-1].kind == "/Highlight"


def test_it_is_written_in_the_sandbox_and_hostile_files_are_refused(sandbox, tmp_path):
    given = [replace(GIVEN, boxes=(Box(0, 0, 1, 1),))]
    deadline = time.monotonic() + 60
    result = sandbox.annotate(CONTRACT, given, (), tmp_path, deadline=deadline)
    assert len(annotations_of(result)) == 1
    hostile = tmp_path / "hostile.pdf"
    hostile.write_bytes(
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )
    with pytest.raises(CorruptDocument):
        sandbox.annotate(hostile, given, (), tmp_path, deadline=deadline)


def test_replies_are_listed_under_what_they_reply_to_and_not_drawn(tmp_path):
    plain, target = tmp_path / "plain.pdf", tmp_path / "annotated.pdf"
    highlight = replace(GIVEN, boxes=(Box(0.1, 0.1, 0.3, 0.12),))
    first = PdfReply("c-1", "Grace", "Who?", "D:20260102030405Z", "D:20260102030405Z")
    second = replace(first, name="c-2", to="c-1", contents="Acme — “ö”")
    state = replace(first, name="c-3", to="c-1", state="Completed")
    write_annotations(CONTRACT, plain, [highlight])
    write_annotations(CONTRACT, target, [replace(highlight, replies=(first, second, state))])
    with pikepdf.open(target) as pdf:
        parent, *replies = pdf.pages[0].obj.Annots
        assert [str(each.Subtype) for each in replies] == ["/Text"] * 3
        assert [str(each.IRT.NM) for each in replies] == ["a-1", "c-1", "c-1"]
        assert replies[0].IRT.objgen == parent.objgen
        assert {str(each.RT) for each in replies} == {"/R"}
        assert [str(replies[1].T), str(replies[1].Contents)] == ["Grace", "Acme — “ö”"]
        assert [str(replies[2].StateModel), str(replies[2].State)] == ["Review", "Completed"]
    assert rendered(target) == rendered(plain)


@pytest.mark.parametrize("entries", [{}, {"Rotate": 90}, {"CropBox": [50, 60, 500, 800]}])
def test_a_note_is_drawn_in_the_corner_of_the_displayed_page(changed, tmp_path, entries):
    source, target = changed(**entries), tmp_path / "annotated.pdf"
    note = replace(GIVEN, boxes=(Box(0.01, 0.01, 0.01, 0.01),), shape="note", color="#ff0000")
    write_annotations(source, target, [note])
    assert [each.kind for each in annotations_of(target)] == ["/Text"]
    read = pypdfium2.PdfDocument(target)
    image = read[0].render(scale=2).to_pil().convert("RGB")
    read.close()
    width, height = image.size
    assert image.getpixel((int(0.01 * width) + 4, int(0.01 * height) + 4)) == (255, 0, 0)


def rendered(path):
    read = pypdfium2.PdfDocument(path)
    image = read[0].render(scale=1).to_pil().convert("RGB").tobytes()
    read.close()
    return image
