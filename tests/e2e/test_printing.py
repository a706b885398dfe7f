"""Printing pages, with and without their annotations."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.services import AnnotationDraft, annotate
from documents.services.boxes import PageBox

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# The coloured pixels of a sheet: the page itself is black and white.
COLORED = """(canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let colored = 0;
    for (let at = 0; at < data.length; at += 4)
        colored += Math.max(...data.subarray(at, at + 3)) - Math.min(...data.subarray(at, at + 3)) > 20;
    return colored;
}"""


def test_printed_annotations_can_be_seen(opened):
    page = opened.page
    page.add_init_script("window.print = () => { document.body.dataset.printed = '' }")
    opened.add("Party", 10, 14)
    box = PageBox(page=2, left=0.2, top=0.3, right=0.6, bottom=0.5)
    draft = AnnotationDraft(label_name="Figure", box=box)
    annotate(draft, corpus=opened.corpus, document=opened.document, actor=opened.user)

    def print_pages(*, with_annotations):
        opened.open()
        page.keyboard.press("Control+p")
        dialog = page.get_by_role("dialog", name="Print")
        dialog.get_by_label("With annotations").set_checked(with_annotations)
        dialog.get_by_role("button", name="Print 3 pages").click()
        expect(page.locator("body[data-printed]")).to_be_attached()
        return [sheet.evaluate(COLORED) for sheet in page.locator("[data-print] canvas").all()]

    words, drawn, bare = print_pages(with_annotations=True)
    assert words > 100
    assert drawn > 1_000
    assert [bare, *print_pages(with_annotations=False)] == [0, 0, 0, 0]


def test_printing_prints_the_pages_and_not_the_app(opened, check):
    page = opened.page
    opened.add("Party", 10, 14)
    opened.open()
    page.evaluate("window.print = () => { document.body.dataset.printed = '' }")
    page.keyboard.press("Control+p")
    dialog = page.get_by_role("dialog", name="Print")
    check(page, "print")
    dialog.get_by_label("Pages, of 3").fill("5-6")
    expect(dialog.get_by_text("Write pages such as 1-3, 7.")).to_be_visible()
    dialog.get_by_label("Pages, of 3").fill("1-2")
    dialog.get_by_role("button", name="Print 2 pages").click()
    expect(page.locator("body[data-printed]")).to_be_attached()
    expect(dialog).to_have_count(0)
    page.emulate_media(media="print")
    sheets = page.locator("[data-print] canvas")
    expect(sheets).to_have_count(2)
    expect(sheets.first).to_be_visible()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 2
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(sheets).to_have_count(0)
