"""The main screens with the sample corpus. `make screenshots` copies their pictures to `docs/screens`."""

import os
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from corpuses.extracts.models import Cell
from corpuses.models import Corpus
from tasks.models import Job
from tasks.states import ENDED
from tests.e2e.conftest import SCREENSHOTS, SETTLED
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

DOCS = Path(__file__).resolve().parents[2] / "docs" / "screens"
WIDTH, HEIGHT = 1360, 850
COLORS = 128  # keeps a picture below 200 kB


def take_picture(page, name):
    page.evaluate(SETTLED)
    path = SCREENSHOTS / f"screen-{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)
    if os.environ.get("WRITE"):
        DOCS.mkdir(exist_ok=True)
        with Image.open(path) as picture:
            picture.convert("RGB").quantize(COLORS).save(DOCS / f"{name}.png", optimize=True)


@pytest.fixture
def corpus(signed_in, user):
    """Create the sample corpus, and wait for its actions."""
    page = signed_in
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.get_by_role("button", name="Add sample documents").click()
    expect(page.get_by_role("row").filter(has_text="Hosting agreement").get_by_text("Ready")).to_be_visible()
    wait_for(page, lambda: Cell.objects.filter(status="found").count() > 5)
    wait_for(page, lambda: not Job.objects.exclude(state__in=ENDED).exists())
    return Corpus.objects.get(owner=user, title="Sample agreements")


@pytest.mark.long
def test_screens_of_the_sample(session_page, corpus):
    page = session_page
    page.goto("/")
    expect(page.get_by_role("row").filter(has_text="Franchise agreement")).to_be_visible()
    take_picture(page, "documents")

    page.goto(f"/c/{corpus.pk}?tab=annotations")
    found = page.get_by_role("list", name="Annotations").get_by_role("link")
    expect(found.first).to_be_visible()
    take_picture(page, "annotations")

    page.goto(f"/d/{corpus.documents.get(title='Hosting agreement').pk}?c={corpus.pk}")
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    expect(page.get_by_label("Annotations by page").get_by_text("Defined term").first).to_be_visible()
    take_picture(page, "document")

    page.goto(f"/c/{corpus.pk}?tab=extract")
    page.get_by_role("list", name="Extractions").get_by_role("button", name="Agreement").first.click()
    expect(page.get_by_role("gridcell").filter(has_text="2018").first).to_be_visible()
    take_picture(page, "extract")

    page.goto("/search?q=how+much+does+the+client+pay+for+the+website")
    hit = page.get_by_role("list", name="Documents").get_by_role("link").filter(has_text="$5,000").first
    expect(hit.locator("[data-crop=drawn]")).to_be_visible()
    expect(page.get_by_role("list", name="Answers").locator("mark").first).to_be_visible()
    take_picture(page, "search")
