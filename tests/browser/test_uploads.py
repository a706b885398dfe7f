"""Uploads as people meet them: piles, reloads, cut lines, folders, archives and what they take."""

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from corpuses.models import Corpus, CorpusDocument
from corpuses.services.corpora import create_corpus
from documents.models import Document, Upload
from tests.browser.conftest import sign_in
from tests.browser.lines import Line
from tests.browser.steps import undo_offered, wait_for
from tests.patience import PATIENCE
from users.models import Tenant

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

MEGABYTE = 1_000_000
SENT = "**/documents/upload"

# What the browser keeps: how each file ended, and how many are still held.
KEPT = """() => new Promise((resolve) => {
    const opening = indexedDB.open('cartulary-uploads');
    opening.onsuccess = () => {
        const stores = opening.result.transaction(['rows', 'files']);
        const rows = stores.objectStore('rows').getAll();
        const files = stores.objectStore('files').count();
        stores.oncomplete = () => resolve([rows.result.map(({ state }) => state), files.result]);
    };
})"""

# A drop of files as the browser makes it.
DROP = """(files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def drop(page: Page, files: Iterable[tuple[str, str]]) -> None:
    page.evaluate(DROP, [list(file) for file in files])


def drop_folder(page: Page, path: Path) -> None:
    """As a file manager does: the browser itself makes the entries."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 700, "y": 500, "data": data})


def choose(page: Page, *files: tuple[str, bytes]) -> None:
    chosen = [{"name": name, "mimeType": "application/octet-stream", "buffer": content} for name, content in files]
    page.get_by_test_id("upload-input").first.set_input_files(chosen)


def tray(page: Page):
    return page.get_by_role("region", name="Uploads")


@pytest.fixture
def line(live_stack) -> Iterator[Line]:
    line = Line(live_stack.url)
    yield line
    line.close()


@pytest.mark.parametrize("many", [120, pytest.param(1_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_a_pile_of_files_is_accounted_for_one_by_one_through_a_reload(signed_in, many):
    page = signed_in
    names = [f"note-{number:04}.txt" for number in range(many)]
    sent: list[Route] = []

    def pass_on_thirty(route: Route) -> None:
        sent.append(route)
        if len(sent) <= 30:
            route.continue_()

    page.route(SENT, pass_on_thirty)
    drop(page, [(name, f"This is note {name}.") for name in names])
    expect(tray(page).get_by_role("heading", name=re.compile(r"\d+ left"))).to_be_visible()
    wait_for(page, lambda: Document.objects.count() == 30 and len(sent) > 30)  # some are on their way
    page.unroute(SENT)
    page.reload()
    expect(page.get_by_role("button", name=re.compile("left"))).to_be_visible()
    wait_for(page, lambda: Document.objects.count() == many, seconds=4 * PATIENCE)
    assert sorted(Document.objects.values_list("filename", flat=True)) == names
    wait_for(page, lambda: page.evaluate(KEPT) == [["sent"] * many, 0])


def test_a_large_file_goes_on_where_the_line_was_cut(page, line, check):
    content = b"%PDF-1.4\n" + hashlib.shake_256(b"x").digest(24 * MEGABYTE)
    sign_in(page, line.url)
    line.rate = MEGABYTE // 4
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.method) if "/api/v1/uploads/" in request.url else None)
    choose(page, ("scan.pdf", content))
    expect(tray(page).get_by_role("progressbar", name="Uploading scan.pdf")).to_be_visible()
    line.cut_after, line.rate = 16 * MEGABYTE, 8 * MEGABYTE
    expect(tray(page).get_by_text("No connection.")).to_be_visible()
    check(page, "upload-offline")
    wait_for(page, lambda: 0 < Upload.objects.get().received < len(content))
    line.rate = None
    line.mend()
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


def test_a_folder_keeps_its_folders_and_what_is_here_already_is_not_sent(signed_in, person, upload, tmp_path, check):
    page = signed_in
    upload(b"Known for long.", filename="known.txt")
    pile = tmp_path / "Leases"
    (pile / "2024").mkdir(parents=True)
    (pile / ".hidden").write_text("nobody's")
    (pile / "known.txt").write_text("Known for long.")
    (pile / "2024" / "may.txt").write_text("The lease of May.")
    corpus = create_corpus(title="Contracts", owner=person)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/documents/upload") else None)
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("navigation", name="Folders").wait_for()
    page.get_by_test_id("folder-input").set_input_files(pile)
    expect(tray(page).get_by_role("heading", name="Already here")).to_be_visible()
    wait_for(page, lambda: paths_of(corpus) == ["Leases/2024/may.txt", "Leases/known.txt"])
    assert len(sent) == 1
    expect(folder(page, "Leases")).to_contain_text("2")
    check(page, "corpus-folders")


def test_a_folder_that_is_dropped_is_opened_up_and_keeps_its_folders(signed_in, person, tmp_path):
    pile = tmp_path / "Leases"
    (pile / "2024").mkdir(parents=True)
    (pile / ".hidden").write_text("nobody's")
    (pile / "april.txt").write_text("The lease of April.")
    (pile / "2024" / "may.txt").write_text("The lease of May.")
    corpus = create_corpus(title="Contracts", owner=person)
    signed_in.goto(f"/c/{corpus.pk}")
    signed_in.get_by_role("navigation", name="Folders").wait_for()
    drop_folder(signed_in, pile)
    wait_for(signed_in, lambda: paths_of(corpus) == ["Leases/2024/may.txt", "Leases/april.txt"])
    expect(folder(signed_in, "Leases")).to_contain_text("2")


def test_folders_are_kept_in_order_with_the_mouse_and_the_keyboard(signed_in, person, upload, check):
    page = signed_in
    corpus = create_corpus(title="Contracts", owner=person)
    for name in ("first", "second"):
        upload(f"The {name} lease.".encode(), filename=f"{name}.txt", corpus=corpus)
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("button", name="New folder").click()
    page.get_by_label("Name").fill("Leases")
    check(page, "folder-dialog")
    page.keyboard.press("Enter")
    expect(folder(page, "Leases")).to_be_visible()
    page.get_by_role("row").filter(has_text="first").drag_to(folder(page, "Leases"))
    undo = undo_offered(page)
    wait_for(page, lambda: paths_of(corpus) == ["Leases/first.txt", "second.txt"])
    undo.click()
    wait_for(page, lambda: paths_of(corpus) == ["first.txt", "second.txt"])

    page.get_by_role("button", name="More for second").focus()
    page.keyboard.press("Enter")
    page.locator("[role=menuitem]:focus").wait_for()
    page.keyboard.press("Enter")
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
    page.get_by_role("menuitem", name="Delete the folder").click()
    undo = undo_offered(page)
    wait_for(page, lambda: paths_of(corpus) == ["first.txt", "second.txt"])
    undo.click()
    wait_for(page, lambda: paths_of(corpus) == ["Leases/second.txt", "first.txt"])
    expect(folder(page, "Leases")).to_be_visible()


def test_an_archive_is_accounted_for_file_by_file(signed_in, person, check):
    page = signed_in
    corpus = create_corpus(title="Contracts", owner=person)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("2024/may.txt", "The lease of May.")
        archive.writestr("../escape.txt", "Nobody shall find this outside.")
        archive.writestr("empty.txt", "")
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("navigation", name="Folders").wait_for()
    choose(page, ("leases.zip", packed.getvalue()))
    expect(tray(page).get_by_role("heading", name="Unpacked, but not every file")).to_be_visible()
    tray(page).get_by_role("button", name="See each file of leases.zip").click()
    account = page.get_by_role("dialog", name="leases.zip")
    expect(line_of(account, "may.txt")).to_contain_text("Added")
    expect(line_of(account, "2024")).to_contain_text("may.txt")  # the folder has its file below it
    expect(line_of(account, "escape.txt")).to_contain_text("Refused")
    expect(line_of(account, "empty.txt")).to_contain_text("The file is empty.")
    check(page, "archive-account")
    assert paths_of(corpus) == ["2024/may.txt"]
    account.get_by_role("button", name="Try the refused files again").click()
    expect(account).to_be_hidden()
    expect(tray(page).get_by_text("1 already here, 2 refused")).to_be_visible()
    assert paths_of(corpus) == ["2024/may.txt"]
    expect(folder(page, "2024")).to_contain_text("1")


def test_an_archive_for_no_corpus_says_where_it_went(signed_in, person, check):
    page = signed_in
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("letters/june.txt", "The letter of June.")
    choose(page, ("letters.zip", packed.getvalue()))
    expect(tray(page).get_by_text("1 added")).to_be_visible()
    tray(page).get_by_role("button", name="See each file of letters.zip").click()
    account = page.get_by_role("dialog", name="letters.zip")
    expect(line_of(account, "june.txt")).to_contain_text("Added")
    personal = Corpus.objects.get(owner=person, is_personal=True)
    account.get_by_role("link", name=personal.title, exact=True).click()
    expect(page.get_by_role("heading", name=personal.title, level=1)).to_be_visible()
    assert paths_of(personal) == ["letters/june.txt"]


def line_of(account, name):
    """The innermost line of a tree that has the name."""
    return account.get_by_role("listitem").filter(has=account.page.get_by_text(name, exact=True)).last


def test_a_full_quota_says_what_takes_room(signed_in, upload, check):
    page = signed_in
    upload(b"Small enough.", filename="kept.txt")
    Tenant.objects.update(quota_bytes=20)
    choose(page, ("too-much.txt", b"x" * 40))
    expect(tray(page).get_by_role("heading", name="Your quota is used up")).to_be_visible()
    check(page, "quota")
    tray(page).get_by_role("link", name="See what takes room").click()
    expect(page.get_by_role("meter", name="Room")).to_have_attribute("aria-valuenow", "65")
    expect(page.get_by_role("row", name=re.compile("Plain text"))).to_contain_text("13 B")
    check(page, "usage")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, "usage-phone")
