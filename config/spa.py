"""The HTML page of the web UI: names the files that Vite built, sets the CSRF cookie, embeds the session.

Routing is up to the UI; only the code of frequent pages is named here, so that the browser loads it at once.
"""

import json
import re
from collections.abc import Sequence
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
from users.api.rest.sessions import SessionSerializer

MANIFEST = BASE_DIR / "frontend" / "dist" / ".vite" / "manifest.json"
ENTRY = "src/app/main.tsx"
CATALOGS = "src/locales/"
FONT = "src/styles/inter-latin.woff2"
# The modules of a page by the first part of its path.
PAGES = {
    "": ("src/app/routes/documents-page.tsx",),
    "d": ("src/app/routes/document-page.tsx",),
}
FOLDER = "app"
SHARE_LINKS = "/s/"
# The paths of the UI's router; the others get the page with status 404.
PATHS = re.compile(
    r"/(login|join|forgot-password|new-password|confirm-address|s/[^/]+|c|c/[^/]+|d/[^/]+|d/[^/]+/compare"
    r"|search|ask|jobs|bin|notifications|exports|operations|account|usage|teams|todo|graphql|help)?/?"
)


@dataclass(frozen=True, slots=True)
class Assets:
    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]
    font: str | None


def _url(file: str) -> str:
    # Vite's names carry a hash already; with a second one, a module would be loaded under two URLs.
    return f"{settings.STATIC_URL}{FOLDER}/{file}"


def read_assets(manifest: dict[str, Any], page: Sequence[str] = ()) -> Assets:
    """Return the entry, the modules of a page, and their static imports; the UI loads other chunks.

    The entry loads the language, then the application, which it imports dynamically.
    """
    chunks: dict[str, dict[str, Any]] = {}
    application = [name for name in manifest[ENTRY].get("dynamicImports", []) if not name.startswith(CATALOGS)]
    pending = [ENTRY, *application, *page]
    while pending:
        name = pending.pop(0)
        if name not in chunks and name in manifest:
            chunks[name] = manifest[name]
            pending += chunks[name].get("imports", [])
    styles = [style for chunk in chunks.values() for style in chunk.get("css", [])]
    preloads = [chunk["file"] for name, chunk in chunks.items() if name != ENTRY]
    return Assets(
        script=_url(chunks[ENTRY]["file"]),
        styles=tuple(_url(style) for style in dict.fromkeys(styles)),
        preloads=tuple(_url(file) for file in preloads),
        font=_url(manifest[FONT]["file"]) if FONT in manifest else None,
    )


@lru_cache(maxsize=len(PAGES) + 1)
def _read_manifest(manifest: Path, _modified_ns: int, page: Sequence[str]) -> Assets:
    return read_assets(json.loads(manifest.read_text(encoding="utf-8")), page)


def find_assets(page: Sequence[str] = ()) -> Assets | None:
    """Return the assets of the last build, or `None` before the first one."""
    manifest = Path(getattr(settings, "UI_MANIFEST", MANIFEST))
    try:
        return _read_manifest(manifest, manifest.stat().st_mtime_ns, page)
    except FileNotFoundError:
        return None


@never_cache
@require_safe
@ensure_csrf_cookie
def spa(request: HttpRequest, **_route: str) -> HttpResponse:
    # Anonymous users get the sign-in page for most paths.
    page = PAGES.get(request.path.split("/")[1], ()) if request.user.is_authenticated else ()
    assets = find_assets(page)
    session = SessionSerializer.represent_one(request.user)
    context = {"assets": assets, "folder": _url("").rstrip("/"), "session": session}
    found = 200 if PATHS.fullmatch(request.path) else 404
    response = render(request, "app.html", context, status=found if assets else 503)
    if request.path.startswith(SHARE_LINKS):
        # The URL of this page is a secret; logs of proxies may contain `Referer`.
        response["Referrer-Policy"] = "strict-origin"
    return response
