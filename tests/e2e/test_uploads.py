"""Uploads: many files, reloads, lost connections, folders, archives and quotas."""

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document, Upload
from tests.e2e.conftest import sign_in
from tests.e2e.network_proxy import NetworkProxy
from tests.e2e.steps import choose_by_key, undo_button, wait_for
from tests.timeouts import PATIENCE
from users.models import Tenant

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

MEGABYTE = 1_000_000
UPLOAD_URL = "**/documents/upload"

# The uploads that the browser has stored: the state of each, and the number of files.
STORED_UPLOADS = """() => new Promise((resolve) => {
    const opening = indexedDB.open('cartulary-uploads');
    opening.onsuccess = () => {
        const stores = opening.result.transaction(['rows', 'files']);
        const rows = stores.objectStore('rows').getAll();
        const files = stores.objectStore('files').count();
        stores.oncomplete = () => resolve([rows.result.map(({ state }) => state), files.result]);
    };
})"""

# Drop files as the browser does.
DROP_FILES = """(files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def drop(page: Page, files: Iterable[tuple[str, str]]) -> None:
    page.evaluate(DROP_FILES, [list(file) for file in files])


def drop_folder(page: Page, path: Path) -> None:
    """Drop a folder as a file manager does: the browser creates the entries."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 700, "y": 500, "data": data})
        # A person takes longer than the page to draw the drop zone; the first event over a new element only enters it.
        page.get_by_role("status").filter(has_text="Drop files").wait_for(
            state="hidden" if kind == "drop" else "visible"
        )


def choose(page: Page, *files: tuple[str, bytes]) -> None:
    payloads = [{"name": name, "mimeType": "application/octet-stream", "buffer": content} for name, content in files]
    page.get_by_test_id("upload-input").first.set_input_files(payloads)


def upload_panel(page: Page):
    return page.get_by_role("region", name="Uploads")


@pytest.fixture
def proxy(live_stack) -> Iterator[NetworkProxy]:
    proxy = NetworkProxy(live_stack.url)
    yield proxy
    proxy.close()


# The states of 120 documents are more than one page (`PAGE` in `use-upload-groups.ts`).
@pytest.mark.parametrize("total", [120, pytest.param(1_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_many_files_are_uploaded_across_a_reload(signed_in, total):
    page = signed_in
    names = [f"note-{number:04}.txt" for number in range(total)]
    sent: list[Route] = []

    def forward_thirty(route: Route) -> None:
        sent.append(route)
        if len(sent) <= 30:
            route.continue_()

    page.route(UPLOAD_URL, forward_thirty)
    drop(page, [(name, f"This is note {name}.") for name in names])
    expect(upload_panel(page).get_by_role("heading", name=re.compile(r"\d+ left"))).to_be_visible()
    wait_for(page, lambda: Document.objects.count() == 30 and len(sent) > 30)  # some are being sent
    page.unroute(UPLOAD_URL)
    page.reload()
    expect(page.get_by_role("button", name=re.compile("left"))).to_be_visible()
    wait_for(page, lambda: Document.objects.count() == total, seconds=4 * PATIENCE)
    assert sorted(Document.objects.values_list("filename", flat=True)) == names
    wait_for(page, lambda: page.evaluate(STORED_UPLOADS) == [["sent"] * total, 0])


def test_large_file_resumes_after_a_lost_connection(page, proxy, check):
    content = b"%PDF-1.4\n" + hashlib.shake_256(b"x").digest(24 * MEGABYTE)
    sign_in(page, proxy.url)
    proxy.rate = MEGABYTE // 4
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.method) if "/api/v1/uploads" in request.url else None)
    choose(page, ("scan.pdf", content))
    expect(upload_panel(page).get_by_role("progressbar", name="Uploading scan.pdf")).to_be_visible()
    proxy.cut_after, proxy.rate = 16 * MEGABYTE, 8 * MEGABYTE
    expect(upload_panel(page).get_by_text("You\u2019re offline.")).to_be_visible()
    check(page, "upload-offline")
    wait_for(page, lambda: 0 < Upload.objects.get().received < len(content))
    proxy.rate = None
    proxy.restore()
    wait_for(page, lambda: Upload.objects.get().state != Upload.State.RECEIVING)
    wait_for(page, Document.objects.exists)
    assert requests.count("POST") == 1
    assert "HEAD" in requests
    assert Document.objects.get().blob_id == hashlib.sha256(content).hexdigest()


def folder(page: Page, name: str):
    return page.get_by_role("navigation", name="Folders").get_by_role("listitem").filter(has_text=name)


def paths_of(corpus: Corpus) -> list[str]:
    rows = CorpusDocument.objects.filter(corpus=corpus).select_related("folder", "document")
    return sorted(f"{row.folder.path}/{row.document.filename}" if row.folder else row.document.filename for row in rows)


def test_chosen_folder_keeps_its_structure_and_existing_files_are_not_sent(session_page, user, upload, tmp_path, check):
    page = session_page
    upload(b"Known for long.", filename="known.txt")
    source = tmp_path / "Leases"
    (source / "2024").mkdir(parents=True)
    (source / ".hidden").write_text("ignored")
    (source / "known.txt").write_text("Known for long.")
    (source / "2024" / "may.txt").write_text("The lease of May.")
    corpus = create_corpus(title="Contracts", owner=user)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/documents/upload") else None)
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("navigation", name="Folders").wait_for()
    page.get_by_test_id("folder-input").set_input_files(source)
    expect(upload_panel(page).get_by_role("heading", name="Already uploaded")).to_be_visible()
    expect(upload_panel(page).get_by_text("Same file as known")).to_be_visible()
    expect(upload_panel(page).get_by_role("link", name="known", exact=True)).to_be_visible()
    room = "getComputedStyle(document.documentElement).getPropertyValue('--upload-room')"
    assert page.evaluate(room).endswith("px")  # lists can be scrolled above the panel
    upload_panel(page).get_by_role("button", name="Close uploads").click()
    wait_for(page, lambda: page.evaluate(room) == "")
    wait_for(page, lambda: paths_of(corpus) == ["Leases/2024/may.txt", "Leases/known.txt"])
    assert len(sent) == 1
    expect(folder(page, "Leases")).to_contain_text("2")
    check(page, "corpus-folders")


@pytest.mark.journey
def test_dropped_folder_keeps_its_structure(session_page, user, tmp_path):
    source = tmp_path / "Leases"
    (source / "2024").mkdir(parents=True)
    (source / ".hidden").write_text("ignored")
    (source / "april.txt").write_text("The lease of April.")
    (source / "2024" / "may.txt").write_text("The lease of May.")
    corpus = create_corpus(title="Contracts", owner=user)
    session_page.goto(f"/c/{corpus.pk}")
    session_page.get_by_role("navigation", name="Folders").wait_for()
    drop_folder(session_page, source)
    wait_for(session_page, lambda: paths_of(corpus) == ["Leases/2024/may.txt", "Leases/april.txt"])
    expect(folder(session_page, "Leases")).to_contain_text("2")


def test_documents_are_moved_between_folders_with_mouse_and_keyboard(session_page, user, upload, check):
    page = session_page
    corpus = create_corpus(title="Contracts", owner=user)
    for name in ("first", "second"):
        upload(f"The {name} lease.".encode(), filename=f"{name}.txt", corpus=corpus)
    page.goto(f"/c/{corpus.pk}")
    for name in ("first", "second"):  # a row that changes while it is dragged is not dropped
        expect(page.get_by_role("row").filter(has_text=name).get_by_text("Ready")).to_be_visible()
    page.get_by_role("button", name="New folder").click()
    page.get_by_label("Name").fill("Leases")
    check(page, "folder-dialog")
    page.keyboard.press("Enter")
    expect(folder(page, "Leases")).to_be_visible()
    page.get_by_role("row").filter(has_text="first").drag_to(folder(page, "Leases"))
    undo = undo_button(page)
    wait_for(page, lambda: paths_of(corpus) == ["Leases/first.txt", "second.txt"])
    undo.click()
    wait_for(page, lambda: paths_of(corpus) == ["first.txt", "second.txt"])

    choose_by_key(page, page.get_by_role("button", name="More for second"), "Move to…")
    page.get_by_role("dialog").get_by_role("radio", name="Leases").focus()
    page.keyboard.press("Space")
    check(page, "move-dialog")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for(page, lambda: paths_of(corpus) == ["Leases/second.txt", "first.txt"])
    folder(page, "Leases").get_by_role("button", name="Leases 1").click()
    expect(page.get_by_role("navigation", name="Path")).to_contain_text("Leases")
    expect(page.get_by_role("row").filter(has_text="second")).to_be_visible()

    page.get_by_role("button", name="More for the folder Leases").click()
    page.get_by_role("menuitem", name="Delete folder").click()
    undo = undo_button(page, of="to the bin")
    wait_for(page, lambda: paths_of(corpus) == ["first.txt", "second.txt"])
    undo.click()
    wait_for(page, lambda: paths_of(corpus) == ["Leases/second.txt", "first.txt"])
    expect(folder(page, "Leases")).to_be_visible()


def test_archive_report_lists_the_result_of_each_file(session_page, user, check):
    page = session_page
    corpus = create_corpus(title="Contracts", owner=user)
    archive_bytes = io.BytesIO()
    with zipfile.ZipFile(archive_bytes, "w") as archive:
        archive.writestr("2024/may.txt", "The lease of May.")
        archive.writestr("../escape.txt", "This must not be extracted outside.")
        archive.writestr("empty.txt", "")
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("navigation", name="Folders").wait_for()
    choose(page, ("leases.zip", archive_bytes.getvalue()))
    expect(upload_panel(page).get_by_role("heading", name="Unpacked with errors")).to_be_visible()
    upload_panel(page).get_by_role("button", name="Show files of leases.zip").click()
    report = page.get_by_role("dialog", name="leases.zip")
    expect(entry(report, "may.txt")).to_contain_text("Added")
    expect(entry(report, "2024")).to_contain_text("may.txt")  # the folder contains its file
    expect(entry(report, "escape.txt")).to_contain_text("Rejected")
    expect(entry(report, "empty.txt")).to_contain_text("The file is empty.")
    check(page, "archive-report")
    assert paths_of(corpus) == ["2024/may.txt"]
    report.get_by_role("button", name="Retry rejected files").click()
    expect(report).to_be_hidden()
    expect(upload_panel(page).get_by_text("1 already uploaded, 2 rejected")).to_be_visible()
    assert paths_of(corpus) == ["2024/may.txt"]
    expect(folder(page, "2024")).to_contain_text("1")


def test_archive_without_target_goes_to_the_personal_corpus(signed_in, user, check):
    page = signed_in
    archive_bytes = io.BytesIO()
    with zipfile.ZipFile(archive_bytes, "w") as archive:
        archive.writestr("notes/june.txt", "The note of June.")
    choose(page, ("notes.zip", archive_bytes.getvalue()))
    expect(upload_panel(page).get_by_text("1 added")).to_be_visible()
    upload_panel(page).get_by_role("button", name="Show files of notes.zip").click()
    report = page.get_by_role("dialog", name="notes.zip")
    expect(entry(report, "june.txt")).to_contain_text("Added")
    personal = Corpus.objects.get(owner=user, is_personal=True)
    report.get_by_role("link", name=personal.title, exact=True).click()
    expect(page.get_by_role("heading", name=personal.title, level=1)).to_be_visible()
    assert paths_of(personal) == ["notes/june.txt"]


def entry(report, name):
    """Return the innermost entry of the tree that has the name."""
    return report.get_by_role("listitem").filter(has=report.page.get_by_text(name, exact=True)).last


def test_exceeded_quota_links_to_the_usage_page(signed_in, upload, check):
    page = signed_in
    upload(b"Small enough.", filename="kept.txt")
    Tenant.objects.update(quota_bytes=20)
    choose(page, ("too-much.txt", b"x" * 40))
    expect(upload_panel(page).get_by_role("heading", name="Your storage is full")).to_be_visible()
    check(page, "quota")
    upload_panel(page).get_by_role("link", name="View usage").click()
    expect(page.get_by_role("meter", name="Storage")).to_have_attribute("aria-valuenow", "65")
    expect(page.get_by_role("row", name=re.compile("Plain text"))).to_contain_text("13 B")
    check(page, "usage")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, "usage-phone")
