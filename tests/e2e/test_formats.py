"""Documents of different formats: viewer, processing details, links, page labels and downloads."""

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from documents.models import Document, DocumentRevision
from documents.models import Page as DocumentPage
from documents.services import tokens
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for
from tests.e2e.test_ui_journey import file, upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

DATA = Path(__file__).resolve().parents[2] / "documents" / "tests" / "data"
PROCESSING_TIMEOUT_MS = 120_000


def upload_and_wait(page: Page, *names: str) -> None:
    upload(page, *(file(name, (DATA / name).read_bytes()) for name in names))
    for name in names:
        row = page.get_by_role("row").filter(has_text=Path(name).stem)
        expect(row.get_by_text("Ready").first).to_be_visible(timeout=PROCESSING_TIMEOUT_MS)


def open_document(page: Page, name: str) -> None:
    page.locator(f'a[title^="{name}"]').click()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()


def open_details(page: Page):
    page.get_by_role("button", name="Details", exact=True).click()
    panel = page.get_by_role("complementary", name="Details")
    expect(panel).to_be_visible()
    return panel


def download(page: Page, button: str, item: str) -> bytes:
    page.get_by_role("button", name=button, exact=True).click()
    with page.expect_download() as event:
        page.get_by_role("menuitem", name=item).click()
    return Path(event.value.path()).read_bytes()


def make_uncertain(*words: str) -> None:
    """Lower the OCR confidence of words of the only page. Stored tokens end with one byte of confidence per word."""
    stored = DocumentPage.objects.get()
    texts = tokens.unpack(stored).texts
    confidence = bytes(100 if text in words else 254 for text in texts)
    stored.tokens = gzip.compress(gzip.decompress(stored.tokens)[: -len(texts)] + confidence)
    stored.save(update_fields=["tokens"])


IS_HIGHLIGHTED = """(canvas, [x, y, width, height]) => {
    const [left, top] = [canvas.width * (x + width / 2), canvas.height * (y + height / 2)];
    return canvas.getContext('2d').getImageData(left, top, 1, 1).data[3] > 0;
}"""


def test_a_scan_shows_its_uncertain_words_at_their_positions(signed_in, check):
    # proves: X-18
    page = signed_in
    expect(page.get_by_text("PDF, Word, Excel, PowerPoint")).to_be_visible()
    check(page, "documents-none")
    page.get_by_role("button", name="All formats").click()
    expect(page.get_by_role("dialog").get_by_role("list", name="File types")).to_contain_text("PNG")
    check(page, "supported-formats")
    page.keyboard.press("Escape")
    upload_and_wait(page, "scan.pdf")
    make_uncertain("bundles", "JSON")
    open_document(page, "scan.pdf")
    panel = open_details(page)
    expect(panel.get_by_text("The page was read by OCR (PP-OCR, ")).to_be_visible()
    panel.get_by_role("switch", name="Highlight uncertain words").click()
    expect(panel.get_by_text("Uncertain word:")).to_be_visible()
    check(page, "document-details")
    check_on_phone(page, "document-details-phone", check)

    canvas = page.locator('canvas[data-uncertain="2"]')
    expect(canvas).to_be_attached()
    words = tokens.unpack(DocumentPage.objects.get())
    boxes = list(zip(words.texts, words.boxes.tolist(), strict=True))
    expected = {"bundles", "JSON"}
    # The panel has moved the page, which is drawn again.
    wait_for(page, lambda: {text for text, box in boxes if canvas.evaluate(IS_HIGHLIGHTED, box)} == expected)


def test_bookmarks_links_and_labels_of_pages(signed_in, check):
    page = signed_in
    upload_and_wait(page, "contract.pdf")
    last = Document.objects.get().page_count
    DocumentRevision.objects.update(
        outline=[["The parties", 1, 1], ["Signatures", 2, last], ["Nowhere", 1, 0]],
        links=[[1, [72, 72, 172, 92], f"#{last}"]],
    )
    open_document(page, "contract.pdf")
    page.get_by_role("button", name=f"Go to page {last}").click()
    expect(page.get_by_label("Page, of")).to_have_value(str(last))
    page.get_by_role("button", name="Outline", exact=True).click()
    bookmarks = page.get_by_role("navigation", name="Bookmarks")
    expect(bookmarks.get_by_role("button", name="Nowhere")).to_be_disabled()
    bookmarks.get_by_role("button", name="The parties").press("ArrowDown")
    expect(bookmarks.get_by_role("button", name="Signatures")).to_be_focused()
    bookmarks.get_by_role("button", name="Signatures").press("Home")
    expect(bookmarks.get_by_role("button", name="The parties")).to_be_focused()
    bookmarks.get_by_role("button", name="The parties").click()
    expect(page.get_by_label("Page, of")).to_have_value("1")
    check(page, "document-bookmarks")

    DocumentPage.objects.filter(number=1).update(label="iv")
    DocumentRevision.objects.update(outline=[["Preface", 1, 1], ["Signatures", 1, last]])
    page.goto("/")
    open_document(page, "contract.pdf")
    box = page.get_by_label("Page, of")
    expect(box).to_have_value("iv")
    expect(page.get_by_role("main").get_by_text(f"(1) of {last}")).to_be_visible()
    box.fill(str(last))
    box.press("Enter")
    expect(box).to_have_value(str(last))
    box.fill("IV")
    box.press("Enter")
    expect(box).to_have_value("iv")
    page.get_by_role("button", name="Outline", exact=True).click()
    preface = page.get_by_role("navigation", name="Bookmarks").get_by_role("button", name="Preface")
    expect(preface).to_contain_text("iv")
    check(page, "document-page-labels")


def download_together(page: Page, check) -> None:
    """Download several documents as one ZIP file."""
    page.get_by_role("checkbox", name="Select all loaded").press("Space")
    page.get_by_role("button", name="Download", exact=True).click()
    expect(page.get_by_role("menuitem", name="PDFs")).to_be_visible()
    check(page, "document-archives")
    page.keyboard.press("Escape")
    content = download(page, "Download", "All formats")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = set(archive.namelist())
    assert {"originals/links.pdf", "originals/word_sample.docx", "pdf/word_sample.docx.pdf"} <= names
    assert {"markdown/links.md", "markdown/word_sample.md"} <= names


def expect_external_link(page: Page, check) -> None:
    """Expect that an external link opens in a new tab, without a referrer."""
    open_document(page, "links.pdf")
    target = next(
        url for _, _, url in Document.objects.get(filename="links.pdf").revision.links if url.startswith("http")
    )
    link = page.get_by_role("link", name=target).first
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("target", "_blank")
    check(page, "document-links")


def test_files_are_downloaded_links_shown_and_an_office_file_is_processed_again(signed_in, check):
    page = signed_in
    upload_and_wait(page, "links.pdf", "word_sample.docx")
    download_together(page, check)
    expect_external_link(page, check)
    page.goto("/")
    open_document(page, "word_sample.docx")
    markdown = download(page, "Download", "Markdown").decode()
    assert "#" in markdown
    pawls = json.loads(download(page, "Download", "PAWLs v2 (compact)"))
    assert pawls["v"] == 2
    assert download(page, "Download", "Original") == (DATA / "word_sample.docx").read_bytes()
    panel = open_details(page)
    expect(panel.get_by_text("Word document", exact=True)).to_be_visible()
    panel.get_by_role("button", name="Read again with…").click()
    check(page, "document-read-again")
    page.get_by_role("menuitem", name="Standard (").click()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible(timeout=PROCESSING_TIMEOUT_MS)
    document = Document.objects.get(filename="word_sample.docx")
    for _ in range(240):
        document.refresh_from_db()
        if document.revision.number == 2 and not document.backend_lock:
            break
        page.wait_for_timeout(500)
    assert (document.state, document.revision.number) == ("ready", 2)
