"""Users who have the same document open see each other, and their pages."""

import pytest
from playwright.sync_api import expect

from documents.models import Document, DocumentShare
from documents.services.tokens import unpack
from tests.e2e.sharing.steps import choose, expect_first_page, open_home
from tests.e2e.steps import wait_for
from users.models import User

# The next report of a user who is not alone comes after 10 s, and a user who does not report is forgotten after 30 s.
SOON_MS = 9_000
CLOSED_MS = 20_000

# The name at a selection is shown for two seconds: record that, as a slow machine may look later.
RECORD_NAMES = """() => {
    globalThis.names = [];
    new MutationObserver(() => {
        const recent = document.querySelector('[data-selection-of] [data-recent]');
        if (recent) globalThis.names.push(recent.textContent);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_users_see_who_else_is_here_and_go_to_their_page(ada, grace, document, friend, user, check):
    DocumentShare.objects.create(target=document, user=friend, role="viewer", created_by=user)
    for page in (ada, grace):
        page.goto(f"/d/{document.pk}")
        expect_first_page(page)
    there = grace.get_by_role("list", name="Also here")
    expect(ada.get_by_role("button", name="Grace Hopper is on page 1")).to_be_visible()
    check(ada, "document-presence")
    grace.get_by_label("Page, of 3").fill("3")
    grace.keyboard.press("Enter")
    ada.get_by_role("button", name="Grace Hopper is on page 3").click()
    expect(ada.get_by_label("Page, of 3")).to_have_value("3")
    expect(there.get_by_role("button", name="Ada Lovelace is on page 3")).to_be_visible()


def open_document(page, document):
    page.goto(f"/d/{document.pk}")
    expect_first_page(page)
    expect(page.locator('[data-page="1"] canvas[data-selected]')).to_be_attached()  # the words are loaded


def point_of(page, document, token):
    """Return the middle of a token of the first page on the screen."""
    document.refresh_from_db()
    box = page.locator('[data-page="1"]').bounding_box()
    x, y, width, height = unpack(document.revision.pages.get(number=1)).boxes[token]
    return box["x"] + (x + width / 2) * box["width"], box["y"] + (y + height / 2) * box["height"]


def select(page, document, first, last):
    page.mouse.move(*point_of(page, document, first))
    page.mouse.down()
    page.mouse.move(*point_of(page, document, last), steps=6)
    page.mouse.up()
    expect(page.get_by_role("toolbar", name="Selection")).to_be_visible()


def covers(box, point):
    return box["x"] <= point[0] <= box["x"] + box["width"] and box["y"] <= point[1] <= box["y"] + box["height"]


def draw_before(page, box, start, end):
    """Draw a box; the other user sees it while the pointer is still down."""
    page.keyboard.down("Alt")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    wait_for(box.page, lambda: box.count() and ends_at(box.bounding_box(timeout=SOON_MS), end))
    page.mouse.up()
    page.keyboard.up("Alt")


def ends_at(box, point):
    corner = box["x"] + box["width"], box["y"] + box["height"]
    return all(abs(side - place) < 3 for side, place in zip(corner, point, strict=True))


def puts_of(page):
    puts = []
    page.on("request", lambda request: request.method == "PUT" and puts.append(request.post_data_json))
    return puts


def test_users_see_the_words_that_others_select(live_stack, ada, grace, document, friend, user, new_page, check):
    DocumentShare.objects.create(target=document, user=friend, role="viewer", created_by=user)
    Document.objects.filter(pk=document.pk).update(is_public=True)
    other = User.objects.create_user("eve", "eve@example.org", "correct horse", name="Eve Adams")
    eve = open_home(new_page(), other, live_stack.url)
    puts = puts_of(ada)
    open_document(ada, document)
    wait_for(ada, lambda: puts)
    select(ada, document, 2, 4)
    ada.wait_for_timeout(1_500)
    assert len(puts) == 1  # nothing is sent while a user is alone
    open_document(grace, document)
    open_document(eve, document)
    words = grace.locator('[data-selection-of="ada"]')
    expect(words).to_have_attribute("data-first", "2")
    expect(words).to_have_attribute("data-last", "4")
    flag = grace.get_by_role("button", name="Ada Lovelace selects words here")
    assert any(covers(each.bounding_box(), point_of(grace, document, 3)) for each in words.locator("> div").all())
    check(grace, "document-selections-of-others")
    expect(flag.get_by_text("Ada Lovelace")).to_be_hidden()
    flag.hover()
    expect(flag.get_by_text("Ada Lovelace")).to_be_visible()
    grace.evaluate(RECORD_NAMES)
    select(ada, document, 5, 6)
    expect(words).to_have_attribute("data-first", "5", timeout=SOON_MS)
    wait_for(grace, lambda: "Ada Lovelace" in grace.evaluate("names"))
    expect(eve.get_by_role("list", name="Also here")).to_have_count(0)
    expect(eve.locator("[data-selection-of]")).to_have_count(0)
    choose(grace, "Users in this document", "Hide selections of others")
    expect(words).to_have_count(0)
    choose(grace, "Users in this document", "Show selections of others")
    expect(words).to_have_count(1)
    ada.keyboard.press("Escape")
    expect(words).to_have_count(0, timeout=SOON_MS)
    box = grace.locator('[data-box-of="ada"] > div')
    draw_before(ada, box, point_of(ada, document, 2), point_of(ada, document, 30))
    expect(grace.get_by_role("button", name="Ada Lovelace draws a box here")).to_be_visible()
    check(grace, "document-box-of-others")
    ada.keyboard.press("Escape")
    expect(box).to_have_count(0, timeout=SOON_MS)
    select(ada, document, 2, 4)
    expect(words).to_have_attribute("data-first", "2", timeout=SOON_MS)
    ada.goto("/")
    expect(words).to_have_count(0, timeout=CLOSED_MS)
