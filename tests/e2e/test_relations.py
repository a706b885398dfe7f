"""Relations between annotations: created by mouse and by keyboard, drawn on the page, listed, and removed."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.models import Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.models import CorpusShare
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import begin_session, undo_button, wait_for, wait_until_live
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def relations() -> list[tuple[str, str, str]]:
    return sorted((each.source.label.name, each.label.name, each.target.label.name) for each in Relation.objects.all())


def new_relation(page: Page):
    return page.get_by_role("region", name="New relation")


def lines(page: Page):
    return page.get_by_test_id("relations").locator("[data-relation]")


def test_annotations_are_related_by_mouse_and_the_relation_is_drawn_listed_and_removed(opened: OpenDocument, check):
    for label, first in (("Supplier", 10), ("Customer", 60)):
        opened.add(label, first, first + 2)
    page = opened.page
    opened.open()
    opened.click(11)
    opened.card.get_by_role("button", name="Relate to another annotation").click()
    expect(new_relation(page).get_by_role("status")).to_contain_text("Select the other annotation")
    check(page, "relation-other-annotation")
    opened.click(61)
    picker = page.get_by_role("combobox", name="Label of the relation")
    expect(picker).to_be_focused()
    check(page, "relation-label")
    picker.fill("supplies")
    page.get_by_role("option", name="Create “supplies”").click()
    wait_for(page, lambda: relations() == [("Supplier", "supplies", "Customer")])
    expect(lines(page)).to_have_count(1)
    listed = opened.card.get_by_role("list", name="Relations").get_by_role("listitem")
    expect(listed).to_contain_text("supplies: ")
    check(page, "relation-drawn")
    listed.get_by_role("button", name="Change the label of supplies from").click()
    picker.fill("owes")
    check(page, "relation-other-label")
    picker.press("Enter")
    wait_for(page, lambda: relations() == [("Supplier", "owes", "Customer")])
    undo_button(page, of="owes").click()
    wait_for(page, lambda: relations() == [("Supplier", "supplies", "Customer")])
    expect(listed).to_contain_text("supplies: ")
    # The link goes to the other annotation, which lists the relation, too.
    listed.get_by_role("button", name="Go to supplies from").click()
    expect(opened.card).to_contain_text("Supplier")
    listed.get_by_role("button", name="Remove supplies to").click()
    wait_for(page, lambda: relations() == [])
    expect(lines(page)).to_have_count(0)
    undo_button(page, of="supplies").click()
    wait_for(page, lambda: relations() == [("Supplier", "supplies", "Customer")])
    # It is drawn for an annotation under the pointer as well.
    opened.click(200)
    expect(opened.card).to_be_hidden()
    expect(lines(page)).to_have_count(0)
    page.mouse.move(*opened.point(11))
    expect(lines(page)).to_have_count(1)


def test_all_relations_of_a_document_are_listed(opened: OpenDocument, check):
    source, target = opened.add("Supplier", 10, 12), opened.add("Customer", 60, 62)
    draft = RelationDraft(source=source, target=target, label_name="supplies")
    create_relation(draft, corpus=opened.corpus, actor=opened.user)
    page = opened.page
    opened.open()
    opened.panel.get_by_text("Relations 1").click()
    relation = opened.panel.get_by_role("list", name="Relations of the document").get_by_role("listitem")
    expect(relation).to_contain_text("supplies")
    check(page, "document-relations")
    relation.get_by_role("button", name="Change the label of").click()
    picker = relation.get_by_role("combobox", name="Label of the relation")
    picker.fill("Supplier")
    picker.press("Enter")
    wait_for(page, lambda: relations() == [("Supplier", "Supplier", "Customer")])
    relation.get_by_role("button", name=target.quote.replace("\n", " "), exact=True).click()
    expect(opened.card).to_contain_text("Customer")


def test_annotations_are_related_by_keyboard(opened: OpenDocument):
    for label, first in (("Supplier", 10), ("Customer", 13)):
        opened.add(label, first, first)
    page = opened.page
    opened.open()
    opened.click(10)
    expect(opened.card).to_contain_text("Supplier")
    page.keyboard.press("r")
    expect(new_relation(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(new_relation(page)).to_be_hidden()
    expect(opened.card).to_contain_text("Supplier")
    page.keyboard.press("r")
    expect(new_relation(page)).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    picker = page.get_by_role("combobox", name="Label of the relation")
    expect(picker).to_be_focused()
    picker.fill("Cust")
    page.keyboard.press("Enter")
    wait_for(page, lambda: relations() == [("Supplier", "Customer", "Customer")])
    expect(opened.pages).to_be_focused()
    expect(opened.card).to_contain_text("Customer")


def test_viewers_see_relations_live_and_change_none(opened: OpenDocument, chromium, live_stack):
    source, target = opened.add("Supplier", 10, 12), opened.add("Customer", 60, 62)
    grace = User.objects.create_user("grace", "grace@example.org", "correct horse", name="Grace Hopper")
    CorpusShare.objects.create(target=opened.corpus, user=grace, role="viewer", created_by=opened.user)
    with chromium.new_context(base_url=live_stack.url, viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        begin_session(page, grace, live_stack.url)
        theirs = OpenDocument(page, opened.document, opened.corpus, grace)
        theirs.open()
        theirs.click(11)
        expect(theirs.card).to_contain_text("Supplier")
        wait_until_live(page)
        draft = RelationDraft(source=source, target=target, label_name="supplies")
        create_relation(draft, corpus=opened.corpus, actor=opened.user)
        listed = theirs.card.get_by_role("list", name="Relations").get_by_role("listitem")
        expect(listed).to_contain_text("supplies")
        expect(lines(page)).to_have_count(1)
        expect(listed.get_by_role("button", name="Remove")).to_have_count(0)
        expect(theirs.card.get_by_role("button", name="Relate to another annotation")).to_have_count(0)
