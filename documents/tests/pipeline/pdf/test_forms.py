"""Form fields become content of their pages."""

from pathlib import Path

import pikepdf

from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import Result

FORM = DATA / "acroform.pdf"
VALUES = {"s", "d", "f", "m1", "m2", "m3", "m4"}


def widgets(pdf):
    return [each for page in pdf.pages for each in page.get("/Annots", ()) if each.get("/Subtype") == "/Widget"]


def texts(result: Result) -> set[str]:
    return {token.text for page in result.pages for token in page.tokens}


def test_field_values_become_words_at_their_places(parse_pdf):
    tokens = {token.text: token.box for token in parse_pdf(FORM).pages[0].tokens}
    assert tokens.keys() >= VALUES
    label, value = tokens["DROPDOWN"], tokens["s"]
    assert value.x0 > label.x1


def test_a_value_without_appearance_stream_is_rendered(parse_pdf):
    """Programs that fill in forms often leave the appearance to the PDF reader."""

    def remove_appearances(pdf):
        for widget in widgets(pdf):
            del widget.AP

    assert texts(parse_pdf(FORM, remove_appearances)) >= VALUES


def test_hidden_fields_stay_hidden(parse_pdf):
    def hide(pdf):
        for widget in widgets(pdf):
            widget.F = 2

    assert not VALUES & texts(parse_pdf(FORM, hide))


def test_the_rendition_has_the_same_words_and_no_form_fields(parse_pdf):
    result = parse_pdf(FORM)
    with pikepdf.open(result.rendition.path) as pdf:
        assert "/AcroForm" not in pdf.Root
        assert widgets(pdf) == []
    again = parse_pdf(Path(result.rendition.path))
    assert [page.tokens for page in again.pages] == [page.tokens for page in result.pages]


def test_a_dynamic_xfa_form_gives_a_warning(parse_pdf):
    def add_xfa(pdf):
        pdf.Root.AcroForm.XFA = pdf.make_stream(b"<xdp:xdp/>")
        pdf.Root.NeedsRendering = True

    assert [warning.code for warning in parse_pdf(FORM, add_xfa).warnings] == ["dynamic_form"]
    assert parse_pdf(FORM).warnings == []
