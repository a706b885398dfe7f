"""Sentences and paragraphs on the pages of a document: a triple click and `x` select them as the server splits them."""

import pytest
from playwright.sync_api import expect

from corpuses.search.sentences import sentences
from documents.services.tokens import unpack

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_a_triple_click_selects_a_sentence_and_x_its_paragraph(opened):
    revision = opened.document.revision
    tokens = unpack(revision.pages.get(number=1))

    def words(start: int, end: int) -> list[int]:
        return [number for number, offset in enumerate(tokens.starts) if start <= offset < end]

    items = revision.items.filter(page=1).order_by("order")
    spans = [(item, span) for item in items for span in sentences(revision.text[item.start : item.end])[1:]]
    item, span = next((item, span) for item, span in spans if span.end - span.start > 40)
    sentence = words(item.start + span.start, item.start + span.end)
    opened.page.set_viewport_size({"width": 1440, "height": 1800})  # the whole page
    opened.open()
    opened.page.mouse.click(*opened.point(sentence[1]), click_count=3)
    expect(opened.selected).to_have_attribute("data-selected", str(len(sentence)))
    opened.page.keyboard.press("x")
    expect(opened.selected).to_have_attribute("data-selected", str(len(words(item.start, item.end))))
