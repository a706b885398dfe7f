"""A thousand files chosen at once, and changes that another browser sees."""

import random
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, Request

from cartulary_client import Client

FILES: Final = 1_000
_SIZE: Final = 500_000
_CHANGES: Final = 20
_AGAIN_MS: Final = 10_000
_PANEL: Final = 'section[aria-label="Uploads"] h2'
_MAX_SECONDS: Final = 600

# Resolve with the milliseconds from the choice of files until their number is shown, and the times between frames in
# the ten seconds after the choice.
_WATCH: Final = """([selector, number]) => new Promise((resolve) => {
    addEventListener('change', async (event) => {
        const begin = event.timeStamp;
        const frames = [];
        let shown = 0;
        for (let last = begin; last - begin < 10000;) {
            const now = await new Promise(requestAnimationFrame);
            frames.push(now - last);
            last = now;
            const text = (document.querySelector(selector)?.textContent ?? '').replace(/[^0-9]/g, '');
            if (!shown && Number(text) >= number) shown = now - begin;
        }
        resolve({ frames, shown });
    }, { capture: true, once: true });
})"""
_SHOWN: Final = """(title) => new Promise((resolve) => {
    const look = () => {
        if ([...document.querySelectorAll('tbody a[href^="/d/"]')].some(({ textContent }) => textContent === title))
            resolve(Date.now());
        else requestAnimationFrame(look);
    };
    look();
})"""


def write_files(folder: Path) -> list[Path]:
    """Write text files that differ."""
    folder.mkdir()
    rng = random.Random(5)
    words = [f"{rng.randrange(10**9)}" for _ in range(_SIZE // 10)]
    body = " ".join(words)[:_SIZE]
    paths = [folder / f"note-{number:04}.txt" for number in range(FILES)]
    for number, path in enumerate(paths):
        path.write_text(f"Note {number}\n{body}")
    return paths


def measure_uploads(page: Page, paths: list[Path]) -> dict[str, float]:
    """Choose the files on the page of all documents; wait until they are stored, and choose some of them again."""
    from documents.models import Document  # noqa: PLC0415 - needs the settings

    page.goto("/")
    page.get_by_test_id("upload-input").first.wait_for(state="attached")
    before = Document.objects.count()
    # a few may be sent before the first frame that shows the list
    watched = page.evaluate_handle(f"({{ result: ({_WATCH})({[_PANEL, len(paths) * 0.9]}) }})")
    began = time.perf_counter()
    page.get_by_test_id("upload-input").first.set_input_files(paths)
    result = page.evaluate("({ result }) => result", watched)
    while (stored := Document.objects.count() - before) < len(paths) and time.perf_counter() - began < _MAX_SECONDS:
        page.wait_for_timeout(200)
    seconds = time.perf_counter() - began
    return {
        "upload_files": len(paths),
        "upload_shown_s": round(result["shown"] / 1000, 2),
        "upload_fps": round(1000 * len(result["frames"]) / sum(result["frames"]), 1),
        "upload_s": round(seconds, 1),
        "upload_missing": len(paths) - stored,
        "upload_again_kb": _send_again(page, paths[:50]),
    }


def _send_again(page: Page, paths: Iterable[Path]) -> float:
    """Choose files that are stored; return the kB of files in the requests that follow."""
    sent: list[int] = []

    def note(request: Request) -> None:
        if "upload" in request.url and request.method in {"POST", "PATCH", "PUT"}:
            sent.append(len(request.post_data_buffer or b""))

    page.on("request", note)
    with page.expect_response("**/api/v1/upload-checks"):  # by their hashes
        page.get_by_test_id("upload-input").first.set_input_files(list(paths))
    page.wait_for_timeout(_AGAIN_MS)  # no worker processes the documents, so that no message says when all is done
    return round(sum(size for size in sent if size > _SIZE / 2) / 1000)


def measure_changes(page: Page, client: Client, document: str) -> dict[str, float]:
    """Change the title of a document by REST; return the time until a page with a list shows it."""
    page.goto("/")
    page.locator(f'tbody a[href^="/d/{document}"]').first.wait_for()
    page.wait_for_load_state("networkidle")
    times: list[float] = []
    for number in range(_CHANGES):
        title = f"Agreement, draft {number}"
        shown = page.evaluate_handle(f"({{ time: ({_SHOWN})({title!r}) }})")
        began = time.time()
        client.rename(document, title)
        times.append(page.evaluate("({ time }) => time", shown) - 1000 * began)
        page.wait_for_timeout(500)
    return {"change_seen_p95_ms": round(statistics.quantiles(times, n=20, method="inclusive")[-1])}
