"""A document with many annotations: they are shown as they arrive, and a change does not load all of them again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents
from documents.tests.factories import parsed_document
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

ON_FIRST_PAGE = 40
NUMBER = 1_200
LIST, CHANGES = "Annotations", "LastModifiedAnnotations"


def add_many(opened: OpenDocument) -> None:
    """Annotate words of the first two pages, 40 times on the first one and 1,160 times on the second one."""
    one = opened.add("Party", 10, 10)
    fields = {
        each.attname: getattr(one, each.attname) for each in Annotation._meta.concrete_fields if each.name != "id"
    }
    pages = [1] * (ON_FIRST_PAGE - 1) + [2] * (NUMBER - ON_FIRST_PAGE)
    Annotation.objects.bulk_create(
        Annotation(
            **fields | {"page": page, "start": index, "end": index + 1, "spans": [[page, index % 50, index % 50]]}
        )
        for index, page in enumerate(pages)
    )


def watch(page: Page, *, hold: Callable[[list[str]], bool] = lambda sent: False) -> tuple[list[str], list[Route]]:
    """Return the names of the requests for lists of annotations, and of these the ones that are held back."""
    sent: list[str] = []
    held: list[Route] = []

    def handle(route: Route) -> None:
        name = re.search(r"query (\w+)", route.request.post_data or "")
        if name and name[1] in {LIST, CHANGES}:
            sent.append(name[1])
            if hold(sent):
                held.append(route)
                return
        route.continue_()

    page.route("**/graphql/", handle)
    return sent, held


def test_the_first_marks_are_shown_before_all_annotations_are_loaded(opened):
    add_many(opened)
    page = opened.page
    sent, held = watch(page, hold=lambda sent: sent == [LIST, LIST])
    opened.open()
    wait_for(page, lambda: held)
    expect(opened.canvas).to_have_attribute("data-annotations", str(ON_FIRST_PAGE))
    expect(opened.row("Party")).to_be_visible()
    # What needs all of them waits.
    heading = opened.panel.get_by_role("heading", name="Annotations")
    expect(heading).to_have_text("Annotations")
    expect(opened.panel.get_by_role("button", name="Export")).to_have_count(0)
    opened.click(10)
    expect(opened.card).to_contain_text("Party")
    held[0].continue_()
    expect(heading).to_have_text("Annotations 1,200")
    expect(opened.panel.get_by_role("button", name="Export")).to_be_visible()
    assert sent == [LIST, LIST, CHANGES]


def test_changes_do_not_load_all_annotations_again(opened):
    other = parsed_document(opened.user, "The tenant pays rent.", title="Lease")
    add_documents(opened.corpus, [other], actor=opened.user)
    add_many(opened)
    page = opened.page
    opened.open()
    heading = opened.panel.get_by_role("heading", name="Annotations")
    expect(heading).to_have_text("Annotations 1,200")
    expect(page.get_by_role("img", name="Live updates on")).to_be_visible()
    sent, _ = watch(page)
    draft = AnnotationDraft(label_name="Party", spans=[(1, 1, 1)])
    annotate(draft, corpus=opened.corpus, document=other, actor=opened.user)
    page.wait_for_timeout(1_000)  # longer than events are gathered
    opened.add("Party", 60, 62)
    expect(heading).to_have_text("Annotations 1,201")
    expect(opened.canvas).to_have_attribute("data-annotations", str(ON_FIRST_PAGE + 1))
    assert sent == [CHANGES]
    # Nor does an own edit.
    opened.click(61)
    expect(opened.card).to_contain_text("Party")
    page.keyboard.press("Delete")
    expect(heading).to_have_text("Annotations 1,200")
    wait_for(page, lambda: Annotation.objects.filter(document=opened.document).count() == NUMBER)
    opened.add("Party", 64, 66)
    expect(heading).to_have_text("Annotations 1,201")
    assert LIST not in sent
