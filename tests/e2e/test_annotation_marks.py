"""The marks of annotations on the image of a page: what was drawn, pixel by pixel."""

import pytest
from playwright.sync_api import expect

from documents.services.tokens import unpack
from tests.e2e.steps import wait_for

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
MARKS_ON_TEXT = f"""(canvas) => {{
    const whole = ({_WHOLE})(canvas);
    const {{ width, height }} = whole.canvas;
    const marks = whole.getImageData(0, 0, width, height).data;
    whole.drawImage(canvas.parentElement.querySelector('[data-page-raster] canvas'), 0, 0, width, height);
    const page = whole.getImageData(0, 0, width, height).data;
    const on = [...Array(width * height).keys()].filter((at) => marks[4 * at + 3] > 0 && page[4 * at] < 8);
    return [on.length, Math.max(...on.flatMap((at) => [...marks.slice(4 * at, 4 * at + 3)]))];
}}"""


@pytest.mark.parametrize("zoom", [57, 100, 150])
def test_underlines_never_strike_through_words(opened, zoom):
    for number in range(6):  # two more than there are rows
        opened.add(f"Label {number}", 20 + number, 140 - number)
    opened.open()
    field = opened.page.get_by_role("textbox", name="Zoom, in percent")
    field.fill(str(zoom))
    field.press("Enter")
    expect(field).to_have_value(f"{zoom}%")
    expect(opened.canvas).to_have_attribute("data-annotations", "6")
    tokens = unpack(opened.document.revision.pages.get(number=1))
    # Without the tails of characters, on which an underline may be where lines are close.
    upper = [[x, y, width, height * 0.75] for x, y, width, height in tokens.boxes[24:136].tolist()]
    opened.page.wait_for_timeout(500)
    whole = [[0, 0, 1, 1]]
    wait_for(opened.page, lambda: opened.canvas.evaluate(UNDERLINE_IN, whole) == 1)  # there are underlines
    assert opened.canvas.evaluate(UNDERLINE_IN, upper) == 0


def test_text_stays_dark_under_marks(opened):
    opened.add("Party", 24, 60)
    opened.open()
    expect(opened.page.locator('[data-page-raster="1"] canvas')).to_be_attached()
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
    wait_for(opened.page, lambda: opened.canvas.evaluate(UNDERLINE_IN, [[0, 0, 1, 1]]) == 1)
    pixels, lightest = opened.canvas.evaluate(MARKS_ON_TEXT)
    assert pixels > 100
    assert lightest < 40


def test_annotations_can_be_hidden(opened):
    page = opened.page
    opened.add("Party", 24, 60)
    opened.open()
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("menuitem", name="Hide annotations").click()
    expect(opened.canvas).to_have_attribute("data-annotations", "0")
    opened.row("Party").click()  # the selected one is shown
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
    page.keyboard.press("Escape")
    page.get_by_text("The annotations are hidden on the pages.").wait_for()
    page.get_by_role("button", name="Show", exact=True).click()
    expect(opened.canvas).to_have_attribute("data-annotations", "1")
