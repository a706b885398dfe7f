"""Web pages with open elements, various encodings, menus, and text before the first heading."""

import pytest

from documents.types import StructureKind

PARAGRAPH, HEAD = StructureKind.PARAGRAPH, StructureKind.PAGE_HEADER


def texts(result, *kinds):
    return [result.text_of(item) for item in result.items(*kinds)]


@pytest.fixture
def read(parse, tmp_path):
    def convert(content: str | bytes):
        path = tmp_path / "page.html"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return parse(path)

    return convert


def test_open_elements_are_closed_as_in_html(read):
    result = read("<html><body><p>One<p>Two<table><tr><td>a<td>b<tr><td>c</table><h2>Head<p>Tail &amp; &lt;x&gt;</div>")
    assert texts(result, PARAGRAPH) == ["One", "Two", "Tail & <x>"]
    assert texts(result, StructureKind.HEADING) == ["Head"]
    (table,) = result.items(StructureKind.TABLE)
    assert [cell.text for cell in table.table.cells][:3] == ["a", "b", "c"]


def test_text_before_the_first_heading_is_a_paragraph(read):
    result = read("<html><body><p>Summary.</p><h1>Report</h1><p>Details.</p></body></html>")
    assert texts(result, PARAGRAPH) == ["Summary.", "Details."]


def test_a_menu_before_the_first_heading_is_a_page_header(read):
    result = read("<html><body><nav><p>Home</p></nav><h1>Report</h1><p>Details.</p></body></html>")
    assert (texts(result, HEAD), texts(result, PARAGRAPH)) == (["Home"], ["Details."])


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-8", "shift_jis", "koi8-r"])
def test_the_declared_encoding_is_used(read, encoding):
    word = {"shift_jis": "佐藤太郎", "koi8-r": "Пушкин"}.get(encoding, "Zoë €")
    page = f'<html><head><meta charset="{encoding}"></head><body><p>{word}</p></body></html>'
    assert texts(read(page.encode(encoding)), PARAGRAPH) == [word]


CHARSET = '<html><head><meta charset="{}"></head>'
CONTENT_TYPE = '<html><head><meta http-equiv="Content-Type" content="text/html; charset={}"></head>'
XML = '<?xml version="1.0" encoding="{}"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>'
NAMES = ["undefined", "idna", "punycode", "ut\0f", "klingon", "rot13", "unicode_escape", "utf-7", "utf-16", "utf-32le"]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        *((CHARSET, name) for name in NAMES),
        (CONTENT_TYPE, "undefined"),
        (XML, "undefined"),
        (XML, "utf-16"),
    ],
)
def test_an_encoding_that_cannot_be_true_is_ignored(read, head, name):
    word = "Zoë schläft im grünen Gras, +AGE- und \\x41 für übermorgen"
    page = head.format(name) + f"<body><p>{word}</p></body></html>"
    assert texts(read(page), PARAGRAPH) == [word]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_a_byte_order_mark_counts_more_than_the_declaration(read, encoding):
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    page = f'{mark}<html><head><meta charset="windows-1252"></head><body><p>Zoë €</p></body></html>'
    assert texts(read(page.encode(encoding)), PARAGRAPH) == ["Zoë €"]


def test_xhtml_with_empty_elements_is_parsed_as_xml(read):
    head = (
        '<?xml version="1.0" encoding="iso-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="x"/>'
    )
    page = f"{head}<title>t</title></head><body><p>Zoë</p></body></html>"
    assert texts(read(page.encode("latin-1")), PARAGRAPH) == ["Zoë"]
