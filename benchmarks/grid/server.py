"""Requests of the grid over HTTP, one at a time, in milliseconds."""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import httpx

if TYPE_CHECKING:
    from corpuses.extracts.models import Extract


REPEATS: Final = 7
_SCREEN: Final = 40  # rows that the page asks for at once


def measure(client: httpx.Client, extract: "Extract", again: "Extract") -> dict[str, float]:
    """Return the median time of each request, and the seconds of an export."""
    address = f"/api/v1/extracts/{again.pk}"
    column = again.columns.all()[5].pk
    rows = [str(key) for key in again.rows.order_by("pk").values_list("pk", flat=True)[5_000 : 5_000 + _SCREEN]]
    cell = client.get(f"{address}/cells?page_size=1&status=found").json()["results"][0]["id"]
    requests = {
        "open": f"{address}",
        "index": f"{address}/row-index",
        "index_sorted": f"{address}/row-index?sort_column={column}",
        "index_filtered": f"{address}/row-index?status=unproven&column={column}",
        "index_conflicts": f"{address}/row-index?has_conflict=true",
        "index_search": f"{address}/row-index?search=contract+0012",
        "screen": f"{address}/row-cells?" + "&".join(f"rows={key}" for key in rows),
        "cells_sorted": f"{address}/cells?column={column}&order_by=value",
        "differences": f"{address}/differences?other={extract.pk}",
    }
    figures = {f"grid_{name}_ms": _median(partial(client.get, path)) for name, path in requests.items()}
    reviews = iter(["approved", "unreviewed"] * REPEATS)
    body = {"cells": [cell]}
    figures["grid_review_ms"] = _median(
        lambda: client.post("/api/v1/cell-reviews", json={**body, "review": next(reviews)})
    )
    for name in ("csv", "jsonl"):
        figures[f"grid_export_{name}_s"] = round(_export(client, f"{address}/export?format={name}"), 1)
    return figures


def _median(send: Callable[[], httpx.Response]) -> float:
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        send().raise_for_status()
        times.append(1000 * (time.perf_counter() - began))
    return round(statistics.median(times), 1)


def _export(client: httpx.Client, path: str) -> float:
    began = time.perf_counter()
    with client.stream("GET", path, timeout=600) as response:
        response.raise_for_status()
        for _ in response.iter_bytes():
            pass
    return time.perf_counter() - began
