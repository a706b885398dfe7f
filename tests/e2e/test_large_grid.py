"""A grid of 3,000 documents and 40 columns: only what is on the screen is in the page, and only that is asked for."""

import pytest
from playwright.sync_api import expect

from benchmarks.grid.data import fill
from tests.e2e.steps import wait_for

ROWS, COLUMNS = 3_000, 40
MAX_CELLS = 800  # in the page: the screen, and a few rows and columns around it


@pytest.fixture
def extract(signed_in, user):
    return fill(user, rows=ROWS, columns=COLUMNS)


@pytest.fixture
def requests(signed_in):
    """Return the addresses of the requests for cells."""
    addresses = []
    signed_in.on("request", lambda request: addresses.append(request.url) if "row-cells" in request.url else None)
    return addresses


def open_grid(page, extract):
    page.goto(f"/c/{extract.corpus_id}?tab=extract&extract={extract.pk}")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("gridcell", name="Clause").first).to_be_visible()
    assert grid.get_attribute("aria-rowcount") == str(ROWS + 1)
    return grid


def shown_cells(grid):
    return grid.get_by_role("gridcell").count()


def test_scrolling_renders_and_loads_only_what_is_seen(signed_in, extract, requests):
    page = signed_in
    grid = open_grid(page, extract)
    assert shown_cells(grid) < MAX_CELLS
    page.mouse.move(900, 600)
    for _ in range(40):
        page.mouse.wheel(0, 2_000)
        assert shown_cells(grid) < MAX_CELLS
    grid.focus()
    page.keyboard.press("Control+End")
    last = grid.get_by_role("gridcell").and_(page.locator("[aria-selected=true]"))
    expect(last).to_contain_text("Clause")
    expect(grid.get_by_role("rowheader").last).to_have_text(f"Contract {ROWS - 1:05}")
    assert len(requests) < ROWS / 40 / 2  # a request has 40 rows
    assert shown_cells(grid) < MAX_CELLS


def test_frozen_columns_sort_and_filters(signed_in, extract, check):
    page = signed_in
    grid = open_grid(page, extract)
    grid.get_by_role("button", name="Options of Column 2", exact=True).click()
    page.get_by_role("menuitem", name="Freeze up to here").click()
    grid.focus()
    page.keyboard.press("End")
    expect(grid.get_by_role("columnheader", name="Column 40", exact=True)).to_be_in_viewport()
    for name in ("Document", "Column 1", "Column 2"):
        expect(grid.get_by_role("columnheader", name=name, exact=True)).to_be_in_viewport()
    expect(grid.get_by_role("columnheader", name="Column 4", exact=True)).to_have_count(0)
    check(page, "extract-frozen")
    grid.get_by_role("button", name="Sort by Column 2", exact=True).click()
    expect(grid.get_by_role("columnheader", name="Column 2", exact=True)).to_have_attribute("aria-sort", "ascending")
    page.keyboard.press("Control+Home")
    page.get_by_role("searchbox", name="Search documents").fill("Contract 0010")
    wait_for(page, lambda: grid.get_attribute("aria-rowcount") == "11")
    page.get_by_label("Show").select_option("conflict")
    expect(grid.get_by_role("rowheader").first).to_be_visible()
    page.get_by_label("Show").select_option("rejected")
    expect(page.get_by_text("No document matches")).to_be_visible()
    page.get_by_role("button", name="Show everything").click()
    wait_for(page, lambda: page.get_by_role("grid").get_attribute("aria-rowcount") == str(ROWS + 1))
