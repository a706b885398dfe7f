"""Changing annotations on the pages of a document, filters, overlaps, and edits without a connection."""

import pytest
from playwright.sync_api import Route, expect

from corpuses.annotations.anchoring import anchor_spans
from corpuses.annotations.models import Annotation
from corpuses.corpora.services import create_corpus
from documents.services.tokens import unpack
from tests.e2e.conftest import SETTLED
from tests.e2e.offline_steps import disconnect
from tests.e2e.open_document import OpenDocument, labels_of
from tests.e2e.steps import choose_labels, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.mark.journey
def test_a_selected_annotation_is_relabelled_by_a_digit_and_undone_from_anywhere(opened, check):
    opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    opened.open()
    opened.click(12)
    expect(opened.card).to_contain_text("Party")
    expect(opened.card).to_contain_text("ada, just now")
    check(opened.page, "annotation-card")
    opened.page.keyboard.press("2")
    expect(opened.card).to_contain_text("Date")
    wait_for(opened.page, lambda: labels_of(opened) == ["Date", "Date"])
    # The focus is elsewhere than on the pages.
    opened.panel.get_by_role("button").last.focus()
    opened.page.keyboard.press("Control+z")
    wait_for(opened.page, lambda: labels_of(opened) == ["Date", "Party"])
    opened.page.keyboard.press("Control+Shift+z")
    wait_for(opened.page, lambda: labels_of(opened) == ["Date", "Date"])
    expect(opened.page.get_by_text("Saved", exact=True)).to_be_visible()


def test_a_label_is_changed_and_added_by_the_card(opened):
    opened.add("Party", 10, 14)
    opened.open()
    opened.click(12)
    opened.card.get_by_role("button", name="Change label").click()
    opened.page.get_by_role("combobox", name="Label for the selection").fill("Signatory")
    opened.page.keyboard.press("Enter")
    wait_for(opened.page, lambda: labels_of(opened) == ["Signatory"])
    opened.card.get_by_role("button", name="Add another label").click()
    opened.page.get_by_role("combobox", name="Label for the selection").fill("Party")
    opened.page.keyboard.press("Enter")
    wait_for(opened.page, lambda: labels_of(opened) == ["Party", "Signatory"])
    spans = {tuple(map(tuple, each.spans)) for each in Annotation.objects.all()}
    assert spans == {((1, 10, 14),)}


def test_the_ends_of_an_annotation_are_dragged_and_moved_by_keys(opened):
    annotation = opened.add("Party", 10, 12)
    opened.open()
    opened.click(11)
    handle = opened.page.locator('[data-end="end"]')
    box = handle.bounding_box()
    opened.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    opened.page.mouse.down()
    opened.page.mouse.move(*opened.point(14), steps=6)
    opened.page.mouse.up()

    def spans() -> list[list[int]]:
        annotation.refresh_from_db()
        return annotation.spans

    wait_for(opened.page, lambda: spans() == [[1, 10, 14]])
    assert annotation.quote.split() == list(unpack(opened.document.revision.pages.get(number=1)).texts[10:15])
    opened.click(11)
    expect(opened.card).to_be_visible()
    opened.page.keyboard.press("e")
    expect(opened.page.get_by_role("toolbar", name="Ends of the annotation")).to_be_visible()
    opened.page.keyboard.press("Shift+ArrowRight")
    opened.page.keyboard.press("Enter")
    wait_for(opened.page, lambda: spans() == [[1, 10, 15]])
    # Escape leaves the passage as it is. Two clicks on the same word may be a double click.
    opened.click(12)
    opened.page.keyboard.press("e")
    expect(opened.page.get_by_role("toolbar", name="Ends of the annotation")).to_be_visible()
    opened.page.keyboard.press("Shift+ArrowLeft")
    opened.page.keyboard.press("Escape")
    expect(opened.page.get_by_role("toolbar", name="Ends of the annotation")).to_be_hidden()
    assert spans() == [[1, 10, 15]]


def test_words_that_are_not_adjacent_are_labelled_by_mouse_and_by_keyboard(opened, check):
    opened.add("Duty", 60, 61)
    opened.open()
    page, keys = opened.page, opened.page.keyboard
    texts = unpack(opened.document.revision.pages.get(number=1)).texts

    def spans() -> list[list[int]]:
        return Annotation.objects.order_by("-id").values_list("spans", flat=True)[0]

    opened.drag(10, 12)
    keys.down("Control")
    opened.drag(20, 21)
    opened.click(30)
    opened.click(40)
    page.wait_for_timeout(500)  # longer than between the clicks of a double click
    opened.click(40)  # removes it again
    keys.up("Control")
    expect(opened.selected).to_have_attribute("data-selected", "6")
    expect(page.get_by_test_id("selection")).to_contain_text(f"{texts[12]} … {texts[20]} {texts[21]} … {texts[30]}")
    check(page, "selection-with-parts")
    keys.press("1")
    wait_for(page, lambda: spans() == [[1, 10, 12], [1, 20, 21], [1, 30, 30]])
    expect(opened.canvas).to_have_attribute("data-annotations", "2")
    # The gaps belong to other annotations, or to none.
    opened.click(15)
    expect(opened.card).to_be_hidden()
    opened.click(20)
    parts = opened.card.get_by_role("list", name="Parts").get_by_role("listitem")
    expect(parts).to_have_count(3)
    check(page, "annotation-with-parts")
    parts.nth(1).get_by_role("button").click()
    wait_for(page, lambda: spans() == [[1, 10, 12], [1, 30, 30]])
    quote = Annotation.objects.order_by("-id")[0].quote
    assert quote.split() == [*texts[10:13], "…", texts[30]]
    opened.click(30)
    expect(opened.card).to_be_visible()
    opened.pages.focus()
    keys.press("e")
    expect(page.get_by_role("toolbar", name="Ends of the annotation")).to_be_visible()
    keys.press("m")
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter"):
        keys.press(key)
    wait_for(page, lambda: spans() == [[1, 10, 12], [1, 30, 30], [1, 32, 33]])
    keys.press("Control+z")
    wait_for(page, lambda: spans() == [[1, 10, 12], [1, 30, 30]])


def test_each_of_overlapping_annotations_can_be_selected_on_the_page(opened):
    opened.add("Clause", 8, 30)
    opened.add("Party", 10, 12)
    opened.open()
    opened.click(11)
    expect(opened.card).to_contain_text("Party")
    expect(opened.card).to_contain_text("1 of 2")
    opened.card.get_by_role("button", name="Next annotation here").click()
    expect(opened.card).to_contain_text("Clause")
    opened.pages.focus()
    opened.page.keyboard.press("Delete")
    wait_for(opened.page, lambda: labels_of(opened) == ["Party"])


def test_filters_hide_annotations_in_the_panel_and_on_the_pages(opened, check):
    for label, first in (("Party", 10), ("Party", 60), ("Date", 40)):
        opened.add(label, first, first + 2, note="important" if first == 60 else "")
    opened.open()
    expect(opened.canvas).to_have_attribute("data-annotations", "3")
    choose_labels(opened.page, "Party 2")
    expect(opened.panel).to_contain_text("2 of 3 shown")
    expect(opened.canvas).to_have_attribute("data-annotations", "2")
    check(opened.page, "annotations-filtered")
    opened.panel.get_by_role("button", name="Show all").click()
    expect(opened.canvas).to_have_attribute("data-annotations", "3")


def test_a_removed_row_leaves_the_focus_on_its_neighbour(opened):
    for first in (10, 40, 60):
        opened.add(f"At {first}", first, first + 2)
    opened.open()
    opened.row("At 10").focus()
    opened.page.keyboard.press("Delete")
    expect(opened.row("At 10")).to_have_count(0)
    expect(opened.row("At 40")).to_be_focused()
    opened.page.keyboard.press("Control+z")
    expect(opened.row("At 10")).to_be_visible()
    wait_for(opened.page, lambda: len(labels_of(opened)) == 3)


def test_a_second_click_on_a_short_word_selects_the_next_annotation_there(opened):
    """The handles at the ends of the selected one cover the word."""
    widths = unpack(opened.document.revision.pages.get(number=1)).boxes[:100, 2]
    word = 10 + int(widths[10:90].argmin())
    opened.add("Clause", word - 2, word + 2)
    opened.add("Party", word, word)
    opened.open()
    for label in ("Party", "Clause", "Party"):
        opened.page.wait_for_timeout(500)  # longer than between two clicks of a double click
        opened.click(word)
        expect(opened.card).to_contain_text(label)
    spans = [each.spans for each in Annotation.objects.filter(document=opened.document)]
    assert sorted(spans) == [[[1, word - 2, word + 2]], [[1, word, word]]]


def test_edits_without_a_connection_wait_and_are_sent_later(opened):
    opened.add("Party", 10, 12)
    opened.open()
    disconnect(opened.page)
    opened.click(41)
    opened.page.keyboard.press("1")
    expect(opened.page.get_by_text("Offline, 1 change waiting")).to_be_visible()
    expect(opened.canvas).to_have_attribute("data-annotations", "2")
    assert labels_of(opened) == ["Party"]
    opened.page.context.set_offline(False)
    wait_for(opened.page, lambda: labels_of(opened) == ["Party", "Party"])
    expect(opened.page.get_by_text("Saved", exact=True)).to_be_visible()


def test_edits_that_wait_survive_a_reload(opened):
    opened.add("Party", 10, 12)
    opened.open()

    def refuse(route: Route) -> None:
        if "mutation" in (route.request.post_data or ""):
            route.abort()
        else:
            route.continue_()

    opened.page.route("**/graphql/", refuse)
    opened.click(41)
    opened.page.keyboard.press("1")
    expect(opened.page.get_by_text("1 change waiting").or_(opened.page.get_by_text("Saving…"))).to_be_visible()
    opened.page.on("dialog", lambda dialog: dialog.accept())
    opened.page.unroute("**/graphql/", refuse)
    opened.page.reload()
    wait_for(opened.page, lambda: labels_of(opened) == ["Party", "Party"])
    expect(opened.canvas).to_have_attribute("data-annotations", "2")


def test_the_card_is_shown_when_the_words_are_loaded_last(opened):
    opened.add("Party", 10, 12, note="The landlord")
    page, held = opened.page, []
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    page.route("**/pages/1/tokens*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright needs a function
    page.get_by_role("list", name="Annotations").get_by_role("link").click()
    expect(opened.row("Party")).to_be_visible()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    page.evaluate(SETTLED)
    wait_for(page, lambda: held)
    for route in held:
        route.continue_()
    expect(opened.card).to_contain_text("The landlord")


def test_equal_passages_are_labelled_and_undone_together(opened, check):
    tokens = unpack(opened.document.revision.pages.get(number=1)).texts
    word = next(text for text in tokens if text.isalpha() and len(text) > 4 and tokens.count(text) > 2)
    first = tokens.index(word)
    opened.add("Term", first, first)
    opened.open()
    opened.click(first)
    opened.card.get_by_role("button", name="Label equal passages").click()
    dialog = opened.page.get_by_role("dialog")
    passages = dialog.get_by_role("list", name="Passages").get_by_role("listitem")
    expect(passages.first).to_be_visible()
    check(opened.page, "equal-passages")
    found = passages.count()
    passages.first.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name=f"Label {found - 1} passage").click()
    wait_for(opened.page, lambda: labels_of(opened) == ["Term"] * found)
    opened.page.keyboard.press("Control+z")
    wait_for(opened.page, lambda: labels_of(opened) == ["Term"])
    opened.click(first)
    opened.page.keyboard.press("g")
    expect(passages).to_have_count(found)


def test_a_link_to_selected_words_is_copied(opened):
    opened.open()
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.drag(10, 14)
    page.get_by_role("toolbar", name="Selection").get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    anchor = anchor_spans(opened.document.revision_id, [(1, 10, 14)])
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/d/{opened.document.pk}?c={opened.corpus.pk}&from={anchor.start}&to={anchor.end}")


def test_more_equal_passages_than_are_offered_at_once(session_page, user, upload_ready, tmp_path):
    path = tmp_path / "rents.txt"
    path.write_text("The rent is due.\n" * 520)
    corpus = create_corpus(owner=user, title="Leases")
    document = upload_ready(path, corpus=corpus)
    opened = OpenDocument(session_page, document, corpus, user)
    opened.add("Term", 1, 1)
    opened.open()
    opened.click(1)
    session_page.keyboard.press("g")
    dialog = session_page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Label 500 passages")).to_be_visible()
    expect(dialog).to_contain_text("19 more passages have these words.")


def test_annotations_of_an_earlier_version_are_checked_and_placed(opened, check):
    moved, lost = opened.add("Party", 10, 12), opened.add("Date", 40, 42)
    Annotation.objects.filter(pk=moved.pk).update(confidence=0.8)
    Annotation.objects.filter(pk=lost.pk).update(confidence=0)
    opened.open()
    expect(opened.panel).to_contain_text("Not found in this version")
    opened.panel.get_by_role("button", name="To check 2").click()
    check(opened.page, "annotations-to-check")
    opened.click(11)
    expect(opened.card).to_contain_text("confidence of 80%")
    opened.card.get_by_role("button", name="Its place is right").click()
    wait_for(opened.page, lambda: Annotation.objects.get(pk=moved.pk).confidence == 1)
    opened.row("Date").click()
    opened.page.mouse.dblclick(*opened.point(61))
    opened.page.get_by_role("button", name="Move “Date” here").click()
    wait_for(opened.page, lambda: Annotation.objects.get(pk=lost.pk).confidence == 1)
    assert Annotation.objects.get(pk=lost.pk).spans == [[1, 61, 61]]


def test_suggestions_are_accepted_rejected_and_undone_by_keyboard(opened, check):
    page, keys = opened.page, opened.page.keyboard
    opened.add("Date", 60, 62)
    opened.suggest("Party", 10, 20, 30, 40, 50)

    def reviews() -> list[str | None]:
        rows = Annotation.with_deleted.filter(document=opened.document).order_by("start")
        return ["rejected" if each.deleted_at else each.review and str(each.review) for each in rows]

    opened.open()
    expect(opened.panel.get_by_text("Suggested", exact=True)).to_have_count(5)
    opened.pages.focus()
    keys.press("s")
    expect(opened.card).to_contain_text("Suggested")
    check(page, "suggestion")
    keys.press("a")
    wait_for(page, lambda: reviews()[:2] == ["accepted", "pending"])
    expect(opened.panel.get_by_text("Suggested", exact=True)).to_have_count(4)
    keys.press("x")
    wait_for(page, lambda: reviews()[:3] == ["accepted", "rejected", "pending"])
    keys.press("Control+z")
    wait_for(page, lambda: reviews()[:3] == ["accepted", "pending", "pending"])
    keys.press("Control+z")
    wait_for(page, lambda: reviews() == ["pending"] * 5 + [None])
    # In the panel, the focus moves on as well.
    opened.row("Party").focus()
    keys.press("x")
    wait_for(page, lambda: reviews()[:2] == ["rejected", "pending"])
    expect(opened.row("Party")).to_be_focused()
    keys.press("a")
    wait_for(page, lambda: reviews()[:3] == ["rejected", "accepted", "pending"])
    chip = opened.panel.get_by_role("button", name="Suggestions to review 3")
    chip.press("Enter")
    expect(opened.canvas).to_have_attribute("data-annotations", "3")
    bar = opened.panel.get_by_role("group", name="Review suggestions")
    expect(bar).to_contain_text("3 suggestions")
    check(page, "suggestions-to-review")
    bar.get_by_role("button", name="Accept all").press("Enter")
    wait_for(page, lambda: reviews() == ["rejected"] + ["accepted"] * 4 + [None])
    keys.press("Control+z")
    wait_for(page, lambda: reviews() == ["rejected", "accepted"] + ["pending"] * 3 + [None])
    opened.open()
    opened.click(20)
    expect(opened.card).to_contain_text("Accepted by ada")
