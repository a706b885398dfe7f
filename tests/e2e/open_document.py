"""A processed document in a corpus, on a page of the browser."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.anchoring import anchor_spans
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.models import Corpus
from documents.models import Document
from documents.services.tokens import unpack
from users.models import User


@dataclass
class OpenDocument:
    """A processed document in a corpus, on a page of the browser."""

    page: Page
    document: Document
    corpus: Corpus
    user: User

    def add(self, label: str, first: int, last: int, **fields: str) -> Annotation:
        """Annotate tokens of the first page."""
        draft = AnnotationDraft(label_name=label, spans=[(1, first, last)], **fields)
        return annotate(draft, corpus=self.corpus, document=self.document, actor=self.user)

    def suggest(self, label: str, *tokens: int) -> None:
        """Suggest a label for single tokens of the first page, as an analyzer does."""
        revision = self.document.revision
        anchors = [anchor_spans(revision.pk, [(1, token, token)]) for token in tokens]
        found = [(each.start, each.end, label) for each in anchors]
        annotate_many(self.corpus, revision, found, source="analyzer", origin="action:1")

    def open(self) -> None:
        self.page.goto(f"/d/{self.document.pk}?c={self.corpus.pk}")
        expect(self.page.locator('[data-page-raster="1"] canvas')).to_be_visible()
        expect(self.canvas).to_be_attached()
        if Annotation.objects.filter(document=self.document, page=1).exists():
            expect(self.canvas).not_to_have_attribute("data-annotations", "0")

    @property
    def canvas(self) -> Locator:
        return self.page.locator('[data-page="1"] canvas[data-annotations]')

    @property
    def selected(self) -> Locator:
        """The canvas of the selection; `data-selected` is the number of words."""
        return self.page.locator('[data-page="1"] canvas[data-selected]')

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("complementary", name="Annotations")

    def row(self, label: str) -> Locator:
        """Return the annotations with a label in the panel."""
        return self.panel.get_by_role("listitem").filter(has_text=label).get_by_role("button").first

    @property
    def pages(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def card(self) -> Locator:
        return self.page.get_by_role("region", name="Annotation ")

    def point(self, token: int, page: int = 1) -> tuple[float, float]:
        """Return the middle of a token on the screen."""
        box = self.page.locator(f'[data-page="{page}"]').bounding_box()
        x, y, width, height = unpack(self.document.revision.pages.get(number=page)).boxes[token]
        return box["x"] + (x + width / 2) * box["width"], box["y"] + (y + height / 2) * box["height"]

    def click(self, token: int) -> None:
        self.page.mouse.click(*self.point(token))

    def drag(self, first: int, last: int) -> None:
        self.page.mouse.move(*self.point(first))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(last), steps=6)
        self.page.mouse.up()


def labels_of(opened: OpenDocument) -> list[str]:
    return sorted(each.label.name for each in Annotation.objects.filter(document=opened.document))
