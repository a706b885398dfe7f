"""A long document in the browser: its first page, jumps, scrolling, selection of words, memory."""

import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from benchmarks.browser import signed_in

REPEATS: Final = 5
_MAX_MS: Final = 180_000
_DRAWN: Final = '[data-page-raster="{}"] canvas'
# 40 ms and 50 Mbit/s
_LINE: Final = {"offline": False, "latency": 40, "downloadThroughput": 6_250_000, "uploadThroughput": 6_250_000}
_SECONDS: Final = 4

_PAGES: Final = '[data-testid="pages"]'

_CONTROL: Final = """<!doctype html><body style="margin:0"><div id="scroller" style="height:100vh;overflow:auto">
<div style="height:500000px;background:linear-gradient(red,blue)"></div></div>"""

# Resolve `drawn` to the time of the first frame after the first page is drawn. Playwright looks only every half second.
_WATCH: Final = """window.drawn = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
        if (document.querySelector('[data-page-raster="1"] canvas')) {
            observer.disconnect();
            requestAnimationFrame(resolve);
        }
    }).observe(document, { childList: true, subtree: true });
});"""

# Resolve with the time of the first frame in which all annotations are listed.
_ALL_LISTED: Final = """new Promise((resolve) => {{
    const look = (now) => {{
        const headings = [...document.querySelectorAll('h2, h3')].map(({{ textContent }}) => textContent);
        if (headings.includes('Annotations {:,}')) resolve(now);
        else requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
}})"""
# Resolve with the time of the first frame after the first page and its boxes are drawn.
_BOXES_READY: Final = """new Promise((resolve) => {{
    const look = (now) => {{
        const drawn = document.querySelector('[data-page-raster="1"] canvas');
        if (drawn && document.querySelector('[data-page="1"] canvas[data-annotations="{}"]')) resolve(now);
        else requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
}})"""

# Return the times between frames, and the number of tasks longer than 100 ms.
_SCROLL: Final = """async ([selector, seconds, speed]) => {
    const scroller = document.querySelector(selector);
    const frames = [];
    let long = 0;
    const observer = new PerformanceObserver((list) => {
        long += list.getEntries().filter(({ duration }) => duration > 100).length;
    });
    observer.observe({ type: 'longtask' });
    scroller.scrollTop = 0;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const begin = await new Promise(requestAnimationFrame);
    for (let last = begin; last - begin < 1000 * seconds;) {
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
        scroller.scrollTop = speed * (now - begin) / 1000;
    }
    observer.disconnect();
    return { frames, long };
}"""

# Return the milliseconds from the key press until the page is drawn. The field of the page number has the focus.
_JUMP: Final = """([page]) => new Promise((resolve) => {
    addEventListener('keydown', (event) => {
        if (event.key !== 'Enter') return;
        const begin = event.timeStamp;
        const look = () => {
            if (document.querySelector(`[data-page-raster="${page}"] canvas`)) resolve(performance.now() - begin);
            else requestAnimationFrame(look);
        };
        look();
    }, { capture: true, once: true });
})"""

_OBSERVE: Final = """() => {
    window.interactions = new Map();
    new PerformanceObserver((list) => {
        for (const { interactionId, duration } of list.getEntries())
            if (interactionId)
                interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: 16 });
    window.interactionsBefore = performance.interactionCount;
}"""
_OBSERVED: Final = (
    "() => ({ slow: [...interactions.values()], all: performance.interactionCount - interactionsBefore })"
)


@dataclass(frozen=True, slots=True)
class LongDocument:
    """A document with its corpus, and the browser to open it in."""

    browser: Browser
    url: str
    cookies: Mapping[str, str]
    path: str
    pages: int

    def measure(self) -> dict[str, float]:
        """Return the figures of this document."""
        return {
            "first_page_500_s": self._median(self._open_cold),
            "open_in_app_s": self._median(self._open_from_list),
            **self._measure_open_page(),
        }

    def measure_many_annotations(self, number: int) -> dict[str, float]:
        """Return the times until the first page is drawn and all are listed, and frames per second while scrolling."""
        return {
            "many_annotations_first_page_s": self._median(self._open_cold),
            "many_annotations_all_s": self._median(lambda: self._list_all(number)),
            "many_annotations_scroll_fps": self._measure_scrolling(),
        }

    def measure_boxes(self, number: int) -> dict[str, float]:
        """Return the time until the first page and its boxes are drawn, and frames per second while scrolling."""
        with signed_in(self.browser, self.url, self.cookies) as context:
            page = self._open(context.new_page())
            ready = _BOXES_READY.format(number)
            times = []
            for _ in range(REPEATS):
                page.reload(wait_until="commit")
                times.append(float(page.evaluate(ready)) / 1000)
                page.wait_for_load_state("networkidle", timeout=_MAX_MS)
        return {"boxes_page_ready_s": round(statistics.median(times), 2), "boxes_scroll_fps": self._measure_scrolling()}

    def measure_first_page(self) -> float:
        """Return the time until the first page is drawn (s)."""
        return self._median(self._open_cold)

    def _measure_scrolling(self) -> float:
        """Return frames per second, in turns with an empty page."""
        with signed_in(self.browser, self.url, self.cookies) as context:
            control, page = context.new_page(), context.new_page()
            control.set_content(_CONTROL)
            self._open(page)
            rounds = [
                (_scroll(page, _PAGES, 3_000)[0], _scroll(control, "#scroller", 3_000)[0]) for _ in range(REPEATS)
            ]
        speeds, controls = zip(*rounds, strict=True)
        print("control", statistics.median(controls), "frames per second", flush=True)
        return float(statistics.median(speeds))

    def _list_all(self, number: int) -> float:
        with signed_in(self.browser, self.url, self.cookies) as context:
            page = _new_slow_page(context)
            page.goto(self.path, wait_until="commit")
            return float(page.evaluate(_ALL_LISTED.format(number))) / 1000

    def _median(self, measure: Callable[[], float]) -> float:
        return round(statistics.median(measure() for _ in range(REPEATS)), 2)

    def _open(self, page: Page) -> Page:
        page.goto(self.path)
        page.locator(_DRAWN.format(1)).wait_for()
        page.wait_for_load_state("networkidle", timeout=_MAX_MS)
        return page

    def _open_cold(self) -> float:
        with signed_in(self.browser, self.url, self.cookies) as context:
            page = _new_slow_page(context)
            page.goto(self.path, wait_until="commit")
            return float(page.evaluate("drawn")) / 1000

    def _open_from_list(self) -> float:
        """Open the document from the list of documents, which has loaded the code of the viewer in the meantime."""
        with signed_in(self.browser, self.url, self.cookies) as context:
            page = _new_slow_page(context)
            page.goto("/")
            link = page.locator(f'a[href^="{self.path.split("?")[0]}"]').first
            link.wait_for()
            page.wait_for_timeout(3_000)
            page.evaluate("addEventListener('click', (event) => { window.clicked = event.timeStamp }, { once: true })")
            link.click()
            return float(page.evaluate("drawn.then((time) => time - clicked)")) / 1000

    def _measure_open_page(self) -> dict[str, float]:
        with signed_in(self.browser, self.url, self.cookies) as context:
            control, page = context.new_page(), context.new_page()
            control.set_content(_CONTROL)
            self._open(page)
            rounds = [
                (
                    _scroll(control, "#scroller", 3_000)[0],
                    *_scroll(page, _PAGES, 3_000),
                    _scroll(page, _PAGES, 8_000)[0],
                )
                for _ in range(REPEATS)
            ]
            controls, speeds, long_tasks, fast = zip(*rounds, strict=True)
            return {
                "scroll_fps": statistics.median(speeds),
                "control_fps": statistics.median(controls),
                "scroll_long_tasks": statistics.median(long_tasks),
                "scroll_fast_fps": statistics.median(fast),
                "jump_ms": self._measure_jumps(page),
                "inp_p95_ms": _measure_interactions(page),
                "heap_mb": _heap(page),
                "dom_nodes": page.evaluate("document.querySelectorAll('*').length"),
            }

    def _measure_jumps(self, page: Page) -> float:
        field = page.get_by_role("textbox", name="Page, of ")
        times: list[float] = []
        for number in range(1, 10):
            target = self.pages * number // 10
            field.fill(str(target))
            handle = page.evaluate_handle(f"({{ time: ({_JUMP})([{target}]) }})")
            page.keyboard.press("Enter")
            times.append(page.evaluate("({ time }) => time", handle))
            page.wait_for_timeout(300)
        return round(statistics.median(times))


def _new_slow_page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.add_init_script(_WATCH)
    cdp = context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", dict(_LINE))
    return page


def _scroll(page: Page, selector: str, speed: int) -> tuple[float, int]:
    page.bring_to_front()
    result: dict[str, Any] = page.evaluate(_SCROLL, [selector, _SECONDS, speed])
    return round(1000 * len(result["frames"]) / sum(result["frames"]), 1), result["long"]


def _measure_interactions(page: Page) -> float:
    """Select words with the mouse, move the caret and label with keys; return the 95th percentile of all durations."""
    page.evaluate(_OBSERVE)
    field = page.get_by_role("textbox", name="Page, of ")
    field.fill("1")
    field.press("Enter")
    page.locator(_DRAWN.format(1)).wait_for()
    for height in (0.2, 0.3, 0.4, 0.5):
        _drag(page, height)
        page.keyboard.press("Escape")
    page.get_by_role("application").focus()
    for key in ["ArrowRight"] * 12 + ["ArrowDown"] * 6 + ["Shift+ArrowRight"] * 6 + ["1"] + ["ArrowRight"] * 6 + ["1"]:
        page.keyboard.press(key)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.wait_for_timeout(1_000)
    observed: dict[str, Any] = page.evaluate(_OBSERVED)
    slow: list[float] = observed["slow"]
    quick = [0.0] * max(0, observed["all"] - len(slow))  # below 16 ms, which is not reported
    return percentile_95(quick + slow)


def _drag(page: Page, height: float) -> None:
    box = page.locator('[data-page="1"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + height * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + (height + 0.05) * box["height"], steps=20)
    page.mouse.up()


def percentile_95(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def _heap(page: Page) -> float:
    """Return the size of the JavaScript heap of the page after a garbage collection, in MB."""
    cdp: CDPSession = page.context.new_cdp_session(page)
    cdp.send("HeapProfiler.collectGarbage")
    used: float = cdp.send("Runtime.getHeapUsage")["usedSize"]
    return round(used / 1e6, 1)
