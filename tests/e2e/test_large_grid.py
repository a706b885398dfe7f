"""A grid of 1,000 documents and 40 columns: only what is on the screen is in the page, and only that is asked for."""

import pytest
from playwright.sync_api import expect

from benchmarks.grid.data import fill
from corpuses.extracts.models import Cell

ROWS, COLUMNS = 1_000, 40
MAX_CELLS = 800  # in the page: the screen, and a few rows and columns around it


@pytest.fixture
def extract(session_page, user):
    return fill(user, rows=ROWS, columns=COLUMNS)


@pytest.fixture
def requests(session_page):
    """Return the addresses of the requests for cells."""
    addresses = []
    session_page.on("request", lambda request: addresses.append(request.url) if "row-cells" in request.url else None)
    return addresses


def open_grid(page, extract):
    page.goto(f"/c/{extract.corpus_id}?tab=extract&extract={extract.pk}")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("gridcell", name="Clause").first).to_be_visible()
    assert grid.get_attribute("aria-rowcount") == str(ROWS + 1)
    return grid


def header(grid, column):
    button = grid.page.get_by_role("button", name=f"Sort by {column}", exact=True)
    return grid.get_by_role("columnheader").filter(has=button)


def shown_cells(grid):
    return grid.get_by_role("gridcell").count()


def test_scrolling_renders_and_loads_only_what_is_seen(session_page, extract, requests):
    page = session_page
    grid = open_grid(page, extract)
    assert shown_cells(grid) < MAX_CELLS
    grid.focus()
    page.keyboard.press("Control+End")
    last = grid.get_by_role("gridcell").and_(page.locator("[aria-selected=true]"))
    expect(last).not_to_have_text("")
    expect(grid.get_by_role("rowheader").last).to_have_text(f"Contract {ROWS - 1:05}")
    assert len(requests) <= 6  # of 25: a request has 40 rows
    page.mouse.move(900, 600)
    for _ in range(10):
        page.mouse.wheel(0, -3_000)
        assert shown_cells(grid) < MAX_CELLS


def test_a_frozen_column_stays_where_it_is_and_large_grids_are_sorted(session_page, extract):
    page = session_page
    grid = open_grid(page, extract)
    second = header(grid, "Column 2")
    grid.get_by_role("button", name="Options of Column 2", exact=True).click()
    page.get_by_role("menuitem", name="Freeze up to here").click()
    before = second.bounding_box()
    grid.focus()
    page.keyboard.press("End")
    expect(header(grid, "Column 40")).to_be_in_viewport()
    expect(second).to_be_in_viewport()
    assert second.bounding_box() == before
    grid.get_by_role("button", name="Sort by Column 2", exact=True).click()
    values = Cell.objects.filter(row__extract=extract, column__name="Column 2").order_by("sort_key", "row")
    first = values.exclude(sort_key="").select_related("row__document")[0]
    expect(grid.get_by_role("rowheader").first).to_have_text(first.row.document.title)
