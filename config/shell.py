"""The one HTML page of the web UI: names the files Vite built, sets the CSRF cookie. It knows no route of the UI."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from config.env import BASE_DIR

MANIFEST = BASE_DIR / "frontend" / "dist" / ".vite" / "manifest.json"
ENTRY = "src/app/main.tsx"
FOLDER = "app"


@dataclass(frozen=True, slots=True)
class Assets:
    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]


def _address(file: str) -> str:
    """Vite's own names, which carry a hash already: a second hash would load one module under two addresses."""
    return f"{settings.STATIC_URL}{FOLDER}/{file}"


def read_assets(manifest: dict[str, Any]) -> Assets:
    """The entry, and what it imports at once; chunks that are loaded later are none of the page's business."""
    chunks: dict[str, dict[str, Any]] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if name not in chunks:
            chunks[name] = manifest[name]
            waiting += chunks[name].get("imports", [])
    styles = [style for chunk in chunks.values() for style in chunk.get("css", [])]
    preloads = [chunk["file"] for name, chunk in chunks.items() if name != ENTRY]
    return Assets(
        script=_address(chunks[ENTRY]["file"]),
        styles=tuple(_address(style) for style in dict.fromkeys(styles)),
        preloads=tuple(_address(file) for file in preloads),
    )


@lru_cache(maxsize=1)
def _assets_of(manifest: Path, _written: int) -> Assets:
    return read_assets(json.loads(manifest.read_text(encoding="utf-8")))


def find_assets() -> Assets | None:
    """Read again when a new build replaces the manifest; `None` before the first build."""
    manifest = Path(getattr(settings, "UI_MANIFEST", MANIFEST))
    try:
        return _assets_of(manifest, manifest.stat().st_mtime_ns)
    except FileNotFoundError:
        return None


@never_cache
@require_safe
@ensure_csrf_cookie
def app_shell(request: HttpRequest, **_route: str) -> HttpResponse:
    assets = find_assets()
    context = {"assets": assets, "folder": _address("").rstrip("/")}
    return render(request, "app.html", context, status=200 if assets else 503)
