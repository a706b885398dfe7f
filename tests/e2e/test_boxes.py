"""Boxes on the pages of a document: drawn, labelled, resized, undone, with the pointer, by keyboard and by touch."""

from dataclasses import dataclass

import pikepdf
import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus
from documents.models import Document
from documents.services.boxes import PageBox
from tests.e2e.offline_steps import disconnect
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

LEAST_ERROR = 0.01  # of a page: the pointer moves by whole pixels


@dataclass
class OpenDocument:
    """A processed document in a corpus, on a page of the browser."""

    page: Page
    document: Document
    corpus: Corpus
    user: User

    def add(self, label: str, box: PageBox) -> Annotation:
        draft = AnnotationDraft(label_name=label, box=box)
        return annotate(draft, corpus=self.corpus, document=self.document, actor=self.user)

    def open(self, path: str = "") -> None:
        self.page.goto(f"/d/{self.document.pk}?c={self.corpus.pk}{path}")
        expect(self.page.locator('[data-page-raster="1"] canvas')).to_be_visible()
        expect(self.page.locator('[data-page="1"] canvas[data-annotations]')).to_be_attached()

    def point(self, x: float, y: float) -> tuple[float, float]:
        box = self.page.locator('[data-page="1"]').bounding_box()
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def wait_until_still(self) -> None:
        """Wait until the page has the same place for half a second."""
        corners: list[tuple[tuple[float, float], ...]] = []

        def is_still() -> bool:
            corners.append((self.point(0, 0), self.point(1, 1)))
            return len(corners) > 3 and len(set(corners[-4:])) == 1

        wait_for(self.page, is_still)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.page.mouse.up()

    def draw(self, left: float, top: float, right: float, bottom: float) -> None:
        self.page.keyboard.down("Alt")
        self.drag(self.point(left, top), self.point(right, bottom))
        self.page.keyboard.up("Alt")

    def label(self, name: str) -> None:
        """Create a label for what is selected."""
        self.bar.get_by_role("button", name="Label").click()
        self.page.get_by_role("combobox", name="Label for the selection").fill(name)
        self.page.keyboard.press("Enter")

    @property
    def bar(self) -> Locator:
        return self.page.get_by_role("toolbar", name="Selection")

    @property
    def card(self) -> Locator:
        return self.page.get_by_role("region", name="Annotation ")

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("complementary", name="Annotations")

    @property
    def canvas(self) -> Locator:
        return self.page.locator('[data-page="1"] canvas[data-boxes]')

    def boxes(self) -> list[list[float]]:
        return [each.box for each in Annotation.objects.filter(document=self.document).order_by("created")]

    def wait_for_box(self, *sides: float) -> None:
        """Wait until there is one box, with these sides."""

        def is_there() -> bool:
            boxes = self.boxes()
            return len(boxes) == 1 and boxes[0] == pytest.approx(sides, abs=LEAST_ERROR)

        try:
            wait_for(self.page, is_there)
        except AssertionError:
            raise AssertionError(f"{self.boxes()} is not {sides}") from None


@pytest.fixture
def opened(session_page, user, upload_ready) -> OpenDocument:
    corpus = create_corpus(owner=user, title="Leases")
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    return OpenDocument(session_page, document, corpus, user)


def test_a_box_is_drawn_relabelled_resized_undone_and_there_after_a_reload(opened, check):
    opened.open()
    opened.draw(0.2, 0.2, 0.6, 0.4)
    expect(opened.bar).to_be_visible()
    check(opened.page, "box-drawn")
    opened.label("Figure")
    opened.wait_for_box(0.2, 0.2, 0.6, 0.4)
    assert Annotation.objects.get().quote  # the words inside it
    expect(opened.canvas).to_have_attribute("data-boxes", "1")

    # A click selects it. A digit gives it another label.
    Annotation.objects.get().corpus.labels.create(name="Table", color="#c44f2f", position=5)
    opened.page.reload()
    expect(opened.canvas).to_have_attribute("data-boxes", "1")
    opened.page.mouse.click(*opened.point(0.598, 0.398))
    expect(opened.card).to_contain_text("Figure")
    check(opened.page, "box-selected")
    opened.page.keyboard.press("2")
    expect(opened.card).to_contain_text("Table")

    handle = opened.page.locator('[data-handle="se"]').bounding_box()
    corner = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    opened.drag(corner, opened.point(0.7, 0.5))
    opened.wait_for_box(0.2, 0.2, 0.7, 0.5)
    opened.page.keyboard.press("Control+z")
    opened.wait_for_box(0.2, 0.2, 0.6, 0.4)
    opened.page.keyboard.press("Control+z")
    wait_for(opened.page, lambda: Annotation.objects.get().label.name == "Figure")
    opened.page.keyboard.press("Control+Shift+z")
    wait_for(opened.page, lambda: Annotation.objects.get().label.name == "Table")
    opened.page.keyboard.press("Delete")
    wait_for(opened.page, lambda: not Annotation.objects.exists())
    opened.page.keyboard.press("Control+z")
    opened.wait_for_box(0.2, 0.2, 0.6, 0.4)


def test_a_box_is_made_and_changed_by_keys_alone(opened):
    opened.open()
    page = opened.page
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("b")
    expect(page.get_by_test_id("selection")).to_contain_text("Box on page 1")
    before = page.get_by_test_id("selection").text_content()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.get_by_test_id("selection")).not_to_have_text(before)
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="Label for the selection").fill("Stamp")
    page.keyboard.press("Enter")
    wait_for(page, lambda: len(opened.boxes()) == 1)
    left, top, right, bottom = opened.boxes()[0]
    page.goto(f"/d/{opened.document.pk}?c={opened.corpus.pk}&a={Annotation.objects.get().pk}")
    expect(opened.card).to_contain_text("Stamp")
    page.get_by_role("application").focus()
    page.keyboard.press("e")
    expect(page.get_by_role("toolbar", name="Box of the annotation")).to_be_visible()
    for key in ("ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    opened.wait_for_box(left + 0.01, top, right + 0.02, bottom + 0.01)
    page.keyboard.press("b")
    expect(page.get_by_test_id("selection")).to_contain_text("Box on page 1")
    page.keyboard.press("Escape")
    expect(opened.bar).to_be_hidden()
    assert len(opened.boxes()) == 1


def test_boxes_without_words_are_listed_linked_and_exported(opened, check):
    figure = opened.add("Figure", PageBox(1, 0.02, 0.02, 0.06, 0.06))
    assert figure.quote == ""
    opened.open()
    row = opened.panel.get_by_role("listitem").filter(has_text="Figure")
    expect(row).to_contain_text("Box on page 1")
    row.get_by_role("button").first.click()
    expect(opened.card).to_be_visible()
    check(opened.page, "box-without-words")
    opened.page.mouse.move(*opened.point(0.04, 0.04))
    expect(opened.page.get_by_role("application")).to_have_attribute("title", "Figure")
    opened.page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    expect(opened.page.get_by_role("list", name="Annotations")).to_contain_text("Box on page 1")
    opened.page.goto("about:blank")
    opened.open(f"&a={figure.pk}")
    expect(opened.card).to_contain_text("Figure")


@pytest.mark.parametrize("zoom", ["Zoom in", "Zoom out"])
def test_a_box_is_in_the_same_place_at_every_zoom(opened, zoom):
    opened.open()
    for _ in range(2):
        opened.page.get_by_role("button", name=zoom).click()
    opened.wait_until_still()
    opened.draw(0.2, 0.1, 0.5, 0.2)
    opened.label("Figure")
    opened.wait_for_box(0.2, 0.1, 0.5, 0.2)


def test_the_tool_draws_without_a_key_and_without_a_connection(opened):
    opened.open()
    page = opened.page
    tool = page.get_by_role("button", name="Draw a box")
    tool.click()
    expect(page.get_by_text("Drag over a figure")).to_be_visible()
    disconnect(page)
    opened.drag(opened.point(0.3, 0.5), opened.point(0.5, 0.6))
    expect(tool).to_have_attribute("aria-pressed", "false")
    opened.label("Figure")
    expect(page.get_by_text("Offline, 1 change waiting")).to_be_visible()
    assert opened.boxes() == []
    page.context.set_offline(False)
    opened.wait_for_box(0.3, 0.5, 0.5, 0.6)
    # Without the tool, dragging selects words again.
    opened.drag(opened.point(0.15, 0.112), opened.point(0.6, 0.112))
    expect(opened.bar.get_by_role("button", name="Copy text")).to_be_visible()


def test_a_finger_draws_a_box_on_a_phone(opened, check):
    opened.open()
    page = opened.page
    page.set_viewport_size({"width": 390, "height": 844})
    opened.wait_until_still()
    page.get_by_role("button", name="Annotations", exact=True).click()
    page.get_by_role("button", name="Draw a box").click()
    surface = page.get_by_role("application")
    start, end = opened.point(0.2, 0.2), opened.point(0.6, 0.3)
    for name, (x, y) in (("pointerdown", start), ("pointermove", end), ("pointerup", end)):
        init = {"pointerId": 1, "pointerType": "touch", "button": 0, "clientX": x, "clientY": y, "bubbles": True}
        surface.dispatch_event(name, init)
    expect(opened.bar).to_be_visible()
    check_on_phone(page, "box-phone", check)


def test_the_pdf_with_annotations_is_downloaded(opened, check):
    box = opened.add("Figure", PageBox(1, 0.25, 0.25, 0.5, 0.5))
    draft = AnnotationDraft(label_name="Party", start=0, end=7)
    words = annotate(draft, corpus=opened.corpus, document=opened.document, actor=opened.user)
    opened.open()
    opened.page.get_by_role("button", name="Download", exact=True).click()
    check(opened.page, "download-menu-with-annotations")
    with opened.page.expect_download() as download:
        opened.page.get_by_role("menuitem", name="PDF with annotations").click()
    assert download.value.suggested_filename == "hosting-agreement (annotated).pdf"
    with pikepdf.open(download.value.path()) as pdf:
        found = {str(each.NM): str(each.Subtype) for each in pdf.pages[0].obj.Annots if "/NM" in each}
    assert found == {str(box.pk): "/Square", str(words.pk): "/Highlight"}
