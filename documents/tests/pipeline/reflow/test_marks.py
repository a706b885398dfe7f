"""Emphasis, links, nested lists and cell contents are converted to items, each text once."""

import pytest

from documents.pipeline.markdown import TableStyle, markdown_of
from documents.types import StructureKind


@pytest.fixture
def markdown(parse, tmp_path):
    """Return a function that converts the body of a web page to Markdown."""

    def convert(body: str) -> str:
        path = tmp_path / "page.html"
        path.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
        result = parse(path)
        items = result.items()
        return markdown_of(items, [result.text_of(item) for item in items], tables=TableStyle.PLAIN)

    return convert


def test_a_line_of_several_styles_keeps_them(markdown):
    body = "<p>Pay <b>now</b>, <i>or</i> <del>never</del> see "
    body += '<a href="/terms">our <b>terms</b></a> and <code>x=1</code>.</p>'
    assert markdown(body) == "Pay **now**, *or* ~~never~~ see [our](/terms) [**terms**](/terms) and `x=1`.\n"


def test_nested_lists_are_indented(markdown):
    body = "<ul><li>one<ul><li>two<ol><li>three</li></ol></li></ul></li><li>four</li></ul>"
    assert markdown(body) == "- one\n    - two\n        1. three\n- four\n"


def test_cells_keep_links_and_lists(markdown):
    body = (
        '<table><tr><th>Who</th><th>What</th></tr><tr><td><a href="https://example.org/">Ada</a></td>'
        "<td><ul><li>reads</li><li><b>writes</b></li></ul></td></tr></table>"
    )
    assert markdown(body).splitlines()[2] == "| [Ada](https://example.org/) | • reads • **writes** |"


def test_a_nested_table_is_the_text_of_its_cell(markdown):
    inner = "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"
    written = markdown(f"<table><tr><td>a</td><td>{inner}</td></tr><tr><td>b</td><td>c</td></tr></table>")
    assert written.splitlines()[0] == "| a | 1 2 3 4 |"
    assert written.count("3") == 1


def test_a_caption_is_written_once(parse, tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<html><body><table><caption>Rents</caption><tr><td>1</td></tr></table></body></html>")
    result = parse(path)
    assert result.text.count("Rents") == 1
    assert len(result.items(StructureKind.CAPTION)) == 1


def test_the_parts_of_a_long_table_are_joined(parse, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("name,number\n" + "".join(f"row {n},{n}\n" for n in range(300)))
    result = parse(path)
    tables = result.items(StructureKind.TABLE)
    assert len(tables) > 1
    assert [item.continues for item in tables] == [False, *[True] * (len(tables) - 1)]
    lines = markdown_of(tables, [""] * len(tables)).splitlines()
    assert len(lines) == 302
    assert lines[-1] == "| row 299 | 299 |"
