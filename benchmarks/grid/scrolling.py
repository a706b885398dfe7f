"""Frames per second while the grid is scrolled, beside an empty page that is scrolled in the same way."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Page

from benchmarks.browser import chromium, signed_in

if TYPE_CHECKING:
    from corpuses.extracts.models import Extract

SECONDS: Final = 4
ROUNDS: Final = 5
_SPEED: Final = 40  # pixels per frame: a fast turn of a wheel

_CONTROL: Final = """<!doctype html><body style="margin:0"><div id="scroller" style="height:100vh;overflow:auto">
<div style="height:360000px;width:8000px;background:linear-gradient(red,blue)"></div></div>"""

# Scrolls down, and to the right in the last quarter; returns the times between frames and the most cells at once.
_SCROLL: Final = """async ([selector, seconds, speed]) => {
    const scroller = document.querySelector(selector);
    const frames = [];
    let cells = 0;
    const begin = performance.now();
    for (let last = begin; last - begin < 1000 * seconds;) {
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
        if (last - begin < 750 * seconds) scroller.scrollTop += speed;
        else scroller.scrollLeft += speed;
        cells = Math.max(cells, scroller.querySelectorAll('[role=gridcell]').length);
    }
    return { frames: frames.slice(1), cells };
}"""


def measure(url: str, cookies: Mapping[str, str], extract: "Extract") -> dict[str, float]:
    """Scroll the grid and the control page in turns; return the medians of the rounds."""
    with chromium() as browser, signed_in(browser, url, cookies) as context:
        control, grid = context.new_page(), context.new_page()
        control.set_content(_CONTROL)
        requests: list[str] = []
        grid.on("request", lambda request: requests.append(request.url))
        grid.goto(f"/c/{extract.corpus_id}?tab=extract&extract={extract.pk}")
        grid.locator("[role=grid] [role=gridcell]").first.wait_for()
        runs = [(_scroll(control, "#scroller"), _scroll(grid, "[role=grid]")) for _ in range(ROUNDS)]
    controls, grids = ([run[place] for run in runs] for place in (0, 1))
    return {
        "grid_fps": _median(_fps(run["frames"]) for run in grids),
        "grid_fps_control": _median(_fps(run["frames"]) for run in controls),
        "grid_longest_frame_ms": _median(max(run["frames"]) for run in grids),
        "grid_longest_frame_control_ms": _median(max(run["frames"]) for run in controls),
        "grid_dom_cells": max(run["cells"] for run in grids),
        "grid_cell_requests": sum("row-cells" in each for each in requests),
    }


def _scroll(page: Page, selector: str) -> dict[str, Any]:
    page.bring_to_front()
    result: dict[str, Any] = page.evaluate(_SCROLL, [selector, SECONDS, _SPEED])
    return result


def _fps(frames: list[float]) -> float:
    return 1000 * len(frames) / sum(frames)


def _median(values: Iterator[float]) -> float:
    ordered = sorted(values)
    return round(ordered[len(ordered) // 2], 1)
