"""Changing annotations on the pages of a document, filters, marks of overlaps, and edits without a connection."""

import pytest
from playwright.sync_api import Route, expect

from corpuses.annotations.models import Annotation
from corpuses.models import Corpus
from documents.services.tokens import unpack
from tests.e2e.conftest import SETTLED
from tests.e2e.open_document import labels_of
from tests.e2e.steps import choose_labels, wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# The canvas of the annotations covers only their marks; this is one of the size of the page.
_WHOLE = """(canvas) => {
    const { clientWidth: width, clientHeight: height } = canvas.parentElement;
    const whole = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    whole.drawImage(canvas, canvas.offsetLeft, canvas.offsetTop);
    return whole;
}"""
# The number of these boxes (fractions) in which a canvas has a pixel of an underline: fills are more translucent.
UNDERLINE_IN = f"""(canvas, boxes) => {{
    const whole = ({_WHOLE})(canvas);
    const {{ width: right, height: bottom }} = whole.canvas;
    return boxes.filter(([x, y, width, height]) => {{
        const [left, top] = [Math.ceil(x * right), Math.ceil(y * bottom)];
        const size = [Math.floor((x + width) * right) - left, Math.floor((y + height) * bottom) - top];
        const {{ data }} = whole.getImageData(left, top, Math.max(1, size[0]), Math.max(1, size[1]));
        return data.some((value, index) => index % 4 === 3 && value > 100);
    }}).length;
}}"""
# The number of black pixels of the page with a mark on them, and the lightest colour of the mark there (0 to 255).
MARKS_ON_LETTERS = f"""(canvas) => {{
    const whole = ({_WHOLE})(canvas);
    const {{ width, height }} = whole.canvas;
    const marks = whole.getImageData(0, 0, width, height).data;
    whole.drawImage(canvas.parentElement.querySelector('[data-page-raster] canvas'), 0, 0, width, height);
    const page = whole.getImageData(0, 0, width, height).data;
    const on = [...Array(width * height).keys()].filter((at) => marks[4 * at + 3] > 0 && page[4 * at] < 8);
    return [on.length, Math.max(...on.flatMap((at) => [...marks.slice(4 * at, 4 * at + 3)]))];
}}"""


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
    # Escape leaves the passage as it is.
    opened.click(11)
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


@pytest.mark.parametrize("zoom", [57, 100, 150])
def test_underlines_never_strike_through_words(opened, zoom):
    for number in range(4):
        opened.add(f"Label {number}", 20 + number, 140 - number)
    opened.open()
    field = opened.page.get_by_role("textbox", name="Zoom, in percent")
    field.fill(str(zoom))
    field.press("Enter")
    expect(opened.canvas).to_have_attribute("data-annotations", "4")
    tokens = unpack(opened.document.revision.pages.get(number=1))
    # Without the tails of characters, on which an underline may be where lines are close.
    upper = [[x, y, width, height * 0.75] for x, y, width, height in tokens.boxes[24:136].tolist()]
    opened.page.wait_for_timeout(500)
    whole = [[0, 0, 1, 1]]
    wait_for(opened.page, lambda: opened.canvas.evaluate(UNDERLINE_IN, whole) == 1)  # there are underlines
    assert opened.canvas.evaluate(UNDERLINE_IN, upper) == 0


def test_letters_stay_dark_under_marks(opened):
    opened.add("Party", 24, 60)
    opened.open()
    expect(opened.page.locator('[data-page-raster="1"] canvas')).to_be_attached()
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
    wait_for(opened.page, lambda: opened.canvas.evaluate(UNDERLINE_IN, [[0, 0, 1, 1]]) == 1)
    pixels, lightest = opened.canvas.evaluate(MARKS_ON_LETTERS)
    assert pixels > 100
    assert lightest < 40


def test_edits_without_a_connection_wait_and_are_sent_later(opened):
    opened.add("Party", 10, 12)
    opened.open()
    opened.page.context.set_offline(True)
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


def test_the_annotations_of_a_corpus_are_listed_filtered_and_opened(opened, check):
    opened.add("Party", 10, 12, note="The landlord")
    opened.add("Date", 40, 42)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}")
    page.get_by_role("tab", name="Annotations").click()
    rows = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(rows).to_have_count(2)
    check(page, "corpus-annotations")
    choose_labels(page, "Party")
    expect(rows).to_have_count(1)
    expect(page.get_by_text("1 annotation", exact=True)).to_be_visible()
    choose_labels(page, "All labels")
    expect(rows).to_have_count(2)
    page.get_by_role("searchbox", name="Filter by text").fill("landlord")
    expect(rows).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export annotations").click()
        page.get_by_role("menuitem", name="CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 2
    rows.first.get_by_role("link").click()
    expect(opened.card).to_contain_text("The landlord")


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


def test_the_annotations_of_a_corpus_are_filtered_by_who_made_them(opened, check):
    colleague = User.objects.create_user(username="lin", password="a long password", name="Lin Park")
    opened.add("Party", 10, 12)
    Annotation.objects.update(creator=colleague)
    opened.add("Date", 40, 42)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations")
    rows = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(rows).to_have_count(2)
    page.get_by_label("Made by").select_option("Lin Park")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Party")
    check(page, "annotations-by-a-person")
    page.reload()
    expect(page.get_by_label("Made by")).to_have_value(str(colleague.pk))
    expect(rows).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export annotations").click()
        page.get_by_role("menuitem", name="CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 2
    page.get_by_label("Made by").select_option("By everyone")
    expect(rows).to_have_count(2)


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


def test_sample_documents_are_labelled_and_extracted(signed_in, user, check):
    page = signed_in
    page.get_by_role("button", name="Add sample documents").click()
    row = page.get_by_role("row").filter(has_text="Hosting agreement")
    expect(row.get_by_text("Ready")).to_be_visible()
    corpus = Corpus.objects.get(owner=user, title="Sample agreements")
    wait_for(page, lambda: Annotation.objects.filter(corpus=corpus, label__name="Defined term").exists())
    page.goto(f"/c/{corpus.pk}?tab=annotations")
    page.get_by_role("list", name="Annotations").get_by_role("link").first.click()
    expect(page.locator("[data-page-raster] canvas").first).to_be_visible()
    card = page.get_by_role("region", name="Annotation ")
    expect(card.get_by_role("button", name="Copy link")).to_be_in_viewport()
    check(page, "sample-document")


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


def test_suggestions_of_a_corpus_are_reviewed_at_once(opened, check):
    opened.suggest("Party", 10, 20)
    opened.suggest("Date", 40)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations&review=PENDING")
    rows = page.get_by_role("list", name="Annotations").get_by_role("listitem")
    expect(rows).to_have_count(3)
    choose_labels(page, "Party")
    bar = page.get_by_role("group", name="Review suggestions")
    expect(bar).to_contain_text("2 suggestions")
    check(page, "corpus-suggestions")
    bar.get_by_role("button", name="Reject all").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Reject all").click()
    wait_for(page, lambda: labels_of(opened) == ["Date"])
    expect(page.get_by_text("No annotation matches the filter")).to_be_visible()
