"""Untrusted text in Markdown: a CommonMark renderer shows it as it is, without HTML or links of its own."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from documents.pipeline.markdown import TableStyle, markdown_of, table_markdown
from documents.types import Box, Item, Mark, StructureKind, Table, TableCell

_BOX = Box(0, 0, 1, 1)
_RENDERERS = {
    "commonmark": MarkdownIt("commonmark"),
    "github": MarkdownIt("commonmark").enable(["table", "strikethrough"]),
}
_PIECES = st.one_of(
    st.sampled_from(
        [
            "<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](data:,x)", "*star*", "**", "a < b", "_",
            "__", "`", "``", "```", "~~", "~~~", "\\", "&lt;", "&", ";", "#", "# ", "> ", "- ", "+ ", "* ", "1. ",
            "2) ", "---", "===", "|", "| --- |", "[a]: http://b", "<http://a.b>", "<!--", "]", "](", "!", "a", "word",
            " ", "\n", "7",
        ]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f"), max_size=4),
)  # fmt: skip
_TEXTS = st.lists(_PIECES, max_size=14).map("".join)


def _item(kind: StructureKind, marks: tuple[Mark, ...] = ()) -> Item:
    return Item(kind, 1, _BOX, 0, 0, None, None, marks=marks)


def _words(text: str) -> str:
    return " ".join(re.sub(r"[\x80-\x9f]", " ", text).split())


def _shown(markdown: str, renderer: MarkdownIt) -> tuple[str, set[str]]:
    """Return the text that a renderer shows, and the elements that it creates."""
    shown, elements = [], set()
    for token in renderer.parse(markdown):
        elements.add(token.tag or token.type)
        for child in token.children or []:
            if child.type not in {"text", "softbreak", "hardbreak"}:
                elements.add(child.type)
            shown.append(child.content if child.type == "text" else "\n")
        if token.type in {"fence", "code_block", "html_block"}:
            shown.append(token.content)
        shown.append("\n") if token.type != "inline" else None
    return _words("".join(text for text in shown)), elements


@pytest.mark.unit
@pytest.mark.parametrize("name", _RENDERERS)
@given(text=_TEXTS)
@settings(max_examples=400)
@example("<script>alert(1)</script>")
@example("[x](javascript:alert(1))")
@example("*star* and a < b and snake_case and `code` and 2 * 3")
@example("a | b\n--- | ---\nc | d")
@example("Title\n===")
@example("1. one\n2) two")
def test_a_paragraph_is_shown_as_its_text(name: str, text: str) -> None:
    markdown = markdown_of([_item(StructureKind.PARAGRAPH)], [text])
    shown, elements = _shown(markdown, _RENDERERS[name])
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", _words(text))
    assert elements <= {"p", "inline"}


@pytest.mark.full
@pytest.mark.unit
@given(text=_TEXTS)
@settings(max_examples=300)
@example("Chapter #")
@example("<img src=x onerror=alert(1)>")
def test_a_heading_is_shown_as_its_text(text: str) -> None:
    markdown = markdown_of([_item(StructureKind.TITLE)], [text])
    shown, elements = _shown(markdown, _RENDERERS["commonmark"])
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", _words(text))
    assert elements <= {"h1", "inline"}


@pytest.mark.full
@pytest.mark.unit
@given(text=_TEXTS)
@settings(max_examples=300)
def test_a_cell_is_shown_as_its_text(text: str) -> None:
    table = Table(2, 1, (TableCell(0, 0, "Head"), TableCell(1, 0, text)))
    shown, elements = _shown(table_markdown(table, TableStyle.PLAIN), _RENDERERS["github"])
    assert re.sub(r"\s", "", shown) == "Head" + re.sub(r"\s", "", _words(text))
    assert not elements & {"html_block", "html_inline", "link_open", "image", "em_open", "strong_open"}


@pytest.mark.full
@pytest.mark.unit
@given(text=_TEXTS)
@settings(max_examples=300)
def test_a_list_item_and_marked_text_have_no_markup_of_the_text(text: str) -> None:
    marked = (Mark(0, max(1, len(text) // 2), "b", "javascript:alert(1)"),)
    items = [_item(StructureKind.LIST_ITEM), _item(StructureKind.PARAGRAPH, marked)]
    _, elements = _shown(markdown_of(items, [text, text]), _RENDERERS["commonmark"])
    assert not elements & {"html_block", "html_inline", "link_open", "image", "blockquote", "h1", "pre"}
