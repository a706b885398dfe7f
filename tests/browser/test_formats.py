"""Every format opens in the viewer; how it was read is told, and it can be taken away in every form."""

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from documents.models import Document, DocumentRevision
from documents.models import Page as Sheet
from documents.models import Page as StoredPage
from documents.services import tokens
from tests.browser.sharing.steps import look_on_a_phone
from tests.browser.test_ui_journey import file, upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

DATA = Path(__file__).resolve().parents[2] / "documents" / "tests" / "data"
READ_WITHIN = 120_000


def send(page: Page, *names: str) -> None:
    upload(page, *(file(name, (DATA / name).read_bytes()) for name in names))
    for name in names:
        row = page.get_by_role("row").filter(has_text=Path(name).stem)
        expect(row.get_by_text("Ready").or_(row.get_by_text("Partly ready")).first).to_be_visible(timeout=READ_WITHIN)


def open_document(page: Page, name: str) -> None:
    page.get_by_role("link", name=Path(name).stem, exact=True).click()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()


def details(page: Page):
    page.get_by_role("button", name="Details", exact=True).click()
    panel = page.get_by_role("complementary", name="Details")
    expect(panel).to_be_visible()
    return panel


def downloaded(page: Page, button: str, item: str) -> bytes:
    page.get_by_role("button", name=button, exact=True).click()
    with page.expect_download() as started:
        page.get_by_role("menuitem", name=item).click()
    return Path(started.value.path()).read_bytes()


def test_an_empty_list_says_which_files_are_taken(signed_in, check):
    # proves: X-18
    expect(signed_in.get_by_text("Taken are PDF, PNG")).to_be_visible()
    check(signed_in, "documents-none")


def test_a_scan_shows_how_sure_its_words_are(signed_in, check):
    page = signed_in
    send(page, "scan.pdf")
    open_document(page, "scan.pdf")
    panel = details(page)
    expect(panel.get_by_text("The page was read off pictures by OCR (PP-OCR, ")).to_be_visible()
    panel.get_by_role("switch", name="Tint unsure words").click()
    expect(panel.get_by_text("An unsure word")).to_be_visible()
    expect(page.locator("canvas[data-unsure]").first).to_be_attached()
    check(page, "document-details")
    look_on_a_phone(page, "document-details-phone", check)


def doubt(*words: str) -> None:
    """Let these words of the only page be unsure. A byte for each word, the last of what is stored, says how sure."""
    stored = StoredPage.objects.get()
    texts = tokens.unpack(stored).texts
    sure = bytes(100 if text in words else 254 for text in texts)
    stored.tokens = gzip.compress(gzip.decompress(stored.tokens)[: -len(texts)] + sure)
    stored.save(update_fields=["tokens"])


TINT = """(canvas, [x, y, width, height]) => {
    const [left, top] = [canvas.width * (x + width / 2), canvas.height * (y + height / 2)];
    return canvas.getContext('2d').getImageData(left, top, 1, 1).data[3] > 0;
}"""


def test_unsure_words_and_no_others_are_tinted_where_they_stand(signed_in):
    page = signed_in
    send(page, "scan.pdf")
    doubt("bundles", "JSON")
    open_document(page, "scan.pdf")
    details(page).get_by_role("switch", name="Tint unsure words").click()
    tint = page.locator('canvas[data-unsure="2"]')
    expect(tint).to_be_attached()
    found = tokens.unpack(StoredPage.objects.get())
    tinted = {text for text, box in zip(found.texts, found.boxes.tolist(), strict=True) if tint.evaluate(TINT, box)}
    assert tinted == {"bundles", "JSON"}


def test_links_lead_out_of_the_house_without_telling_from_where(signed_in, check):
    page = signed_in
    send(page, "links.pdf")
    open_document(page, "links.pdf")
    outside = next(target for _, _, target in Document.objects.get().revision.links if target.startswith("http"))
    link = page.get_by_role("link", name=outside).first
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("target", "_blank")
    check(page, "document-links")


def test_links_within_a_document_and_its_bookmarks_lead_to_their_pages(signed_in, check):
    page = signed_in
    send(page, "contract.pdf")
    last = Document.objects.get().page_count
    DocumentRevision.objects.update(
        outline=[["The parties", 1, 1], ["Signatures", 2, last], ["Nowhere", 1, 0]],
        links=[[1, [72, 72, 172, 92], f"#{last}"]],
    )
    open_document(page, "contract.pdf")
    page.get_by_role("button", name=f"To page {last}").click()
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


def test_pages_are_called_as_the_document_calls_them(signed_in, check):
    page = signed_in
    send(page, "contract.pdf")
    last = Document.objects.get().page_count
    Sheet.objects.filter(number=1).update(label="iv")
    DocumentRevision.objects.update(outline=[["Preface", 1, 1], ["Signatures", 1, last]])
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
    check(page, "document-page-names")


def test_an_office_file_is_shown_taken_away_and_read_again(signed_in, check):
    page = signed_in
    send(page, "word_sample.docx")
    open_document(page, "word_sample.docx")
    markdown = downloaded(page, "Download", "Markdown").decode()
    assert "#" in markdown
    pawls = json.loads(downloaded(page, "Download", "PAWLs 2"))
    assert pawls["v"] == 2
    assert downloaded(page, "Download", "The original") == (DATA / "word_sample.docx").read_bytes()
    panel = details(page)
    expect(panel.get_by_text("Word document", exact=True)).to_be_visible()
    panel.get_by_role("button", name="Parse again with…").click()
    check(page, "document-parse-again")
    page.get_by_role("menuitem", name="the usual one").click()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible(timeout=READ_WITHIN)
    document = Document.objects.get()
    for _ in range(240):
        document.refresh_from_db()
        if document.revision.number == 2 and not document.backend_lock:
            break
        page.wait_for_timeout(500)
    assert (document.state, document.revision.number) == ("ready", 2)


def test_several_documents_come_as_one_zip_file(signed_in, check):
    page = signed_in
    send(page, "links.pdf", "word_sample.docx")
    page.get_by_role("checkbox", name="Select all shown").press("Space")
    page.get_by_role("button", name="Download", exact=True).click()
    expect(page.get_by_role("menuitem", name="PDFs")).to_be_visible()
    check(page, "documents-zip")
    page.keyboard.press("Escape")
    packed = downloaded(page, "Download", "All of these")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = set(archive.namelist())
    assert {"originals/links.pdf", "originals/word_sample.docx", "pdf/word_sample.docx.pdf"} <= names
    assert {"markdown/links.md", "markdown/word_sample.md"} <= names
