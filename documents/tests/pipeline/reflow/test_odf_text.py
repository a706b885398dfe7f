"""Text of OpenDocument files in boxes, shapes, masters of slides and phonetic guides."""

import zipfile
from pathlib import Path

import pytest

from documents.types import StructureKind

NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing",
        "svg": "svg-compatible", "presentation": "presentation",
    }.items()
)  # fmt: skip
SUFFIXES = {"text": "odt", "spreadsheet": "ods", "presentation": "odp"}
SIZE = 'svg:width="5cm" svg:height="2cm"'


def box(words: str, attributes: str = "") -> str:
    return f"<draw:frame {SIZE} {attributes}><draw:text-box><text:p>{words}</text:p></draw:text-box></draw:frame>"


def shape(words: str) -> str:
    return f"<draw:custom-shape {SIZE}><text:p>{words}</text:p></draw:custom-shape>"


@pytest.fixture
def odf(tmp_path):
    def make(kind: str, content: str, masters: str = "") -> Path:
        path = tmp_path / f"file.{SUFFIXES[kind]}"
        parts = {
            "content.xml": f"<office:body><office:{kind}>{content}</office:{kind}></office:body>",
            "styles.xml": f"<office:master-styles>{masters}</office:master-styles>",
        }
        with zipfile.ZipFile(path, "w") as package:
            package.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}", zipfile.ZIP_STORED)
            for name, body in parts.items():
                root = f"office:document-{name.removesuffix('.xml')}"
                package.writestr(name, f'<?xml version="1.0"?><{root} {NAMESPACES}>{body}</{root}>')
        return path

    return make


def test_boxes_and_shapes_of_a_sheet_are_read_once(parse, odf):
    cell = f"<table:table-cell><text:p>in cell</text:p>{shape('Shape at a cell')}</table:table-cell>"
    plain = "<table:table-cell><text:p>Approved</text:p></table:table-cell>"
    shapes = f"<table:shapes>{box('Box above')}<draw:g>{shape('Approved')}</draw:g></table:shapes>"
    table = f'<table:table table:name="Plan">{shapes}<table:table-row>{cell}{plain}</table:table-row></table:table>'
    result = parse(odf("spreadsheet", table))
    drawn = [result.text_of(item) for item in result.items(StructureKind.PARAGRAPH)]
    assert sorted(drawn) == ["Approved", "Box above", "Shape at a cell"]
    assert result.text.count("in cell") == 1


def test_text_of_a_master_is_on_the_first_slide_that_shows_it(parse, odf):
    placeholder = box("Click to add a title", 'presentation:class="title" presentation:placeholder="true"')
    number = box("Page <text:page-number>1</text:page-number>")
    masters = f'<style:master-page style:name="Plain">{box("Draft")}{placeholder}{number}</style:master-page>'
    slides = "".join(
        f'<draw:page draw:name="{name}" draw:master-page-name="Plain">{box(name)}</draw:page>'
        for name in ("One", "Two")
    )
    result = parse(odf("presentation", slides, masters))
    (header,) = result.items(StructureKind.PAGE_HEADER)
    assert (result.text_of(header), header.page) == ("Draft", 1)
    assert "Click" not in result.text


def test_readings_follow_their_paragraph(parse, odf):
    guides = "".join(
        f"<text:ruby><text:ruby-base>{base}</text:ruby-base><text:ruby-text>{reading}</text:ruby-text></text:ruby>"
        for base, reading in (("\u6771", "\u3072\u304c\u3057"), ("\u4eac", "\u304d\u3087\u3046"))
    )
    result = parse(odf("text", f"<text:p>{guides}\u306b\u884c\u304f</text:p><text:p>End</text:p>"))
    first = result.items(StructureKind.PARAGRAPH)[0]
    assert result.text_of(first) == "\u6771\u4eac\u306b\u884c\u304f(\u3072\u304c\u3057 \u304d\u3087\u3046)"
