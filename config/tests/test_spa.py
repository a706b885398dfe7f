"""The page that carries the web UI, with and without a build."""

import json
import re

import pytest

from config import spa
from config.env import BASE_DIR

MANIFEST = {
    "src/app/main.tsx": {
        "file": "assets/main-1.js",
        "css": ["assets/main-1.css"],
        "imports": ["_shared.js"],
        "dynamicImports": ["src/locales/de.po", "_application.js"],
    },
    "src/locales/de.po": {"file": "assets/de-6.js"},
    "_application.js": {"file": "assets/application-7.js", "imports": ["_shared.js"]},
    "_shared.js": {"file": "assets/shared-2.js", "css": ["assets/shared-2.css"], "imports": ["_deep.js"]},
    "_deep.js": {"file": "assets/deep-3.js", "imports": ["_shared.js"]},
    "src/app/routes/document-page.tsx": {
        "file": "assets/document-4.js",
        "css": ["assets/document-4.css"],
        "imports": ["_deep.js"],
    },
    "src/styles/inter-latin.woff2": {"file": "assets/inter-5.woff2"},
}


@pytest.fixture
def built(tmp_path, settings):
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(MANIFEST))
    settings.UI_MANIFEST = path
    return path


def test_names_the_entry_its_styles_and_what_it_imports_but_not_what_comes_later():
    assets = spa.read_assets(MANIFEST)
    assert assets.script == "/static/app/assets/main-1.js"
    assert assets.styles == ("/static/app/assets/main-1.css", "/static/app/assets/shared-2.css")
    assert assets.preloads == (
        "/static/app/assets/application-7.js",
        "/static/app/assets/shared-2.js",
        "/static/app/assets/deep-3.js",
    )


def test_every_address_of_the_interface_gets_the_page_with_a_csrf_cookie(client, built):
    for address, status in (("/", 200), ("/login", 200), ("/d/1?page=2", 200), ("/c/2", 200), ("/nowhere/at/all", 404)):
        response = client.get(address)
        assert response.status_code == status
        page = response.content.decode()
        (nonce,) = set(re.findall(r'nonce="(.{20,}?)"', page))
        assert f'<script type="module" nonce="{nonce}" src="/static/app/assets/main-1.js">' in page
        assert f"script-src 'nonce-{nonce}' 'strict-dynamic';" in response["Content-Security-Policy"]
        assert response.cookies["csrftoken"].value
        assert "no-store" in response.headers["Cache-Control"]


def test_the_paths_of_the_router_are_found():
    router = (BASE_DIR / "frontend" / "src" / "app" / "router.tsx").read_text()
    paths = set(re.findall(r"path: '(/[^']*)'|authRoute\('(/[^']*)'", router))
    urls = [re.sub(r"\$\w+", "01990c6e", first or second) for first, second in paths]
    assert len(urls) > 15
    assert [url for url in urls if not spa.PATHS.fullmatch(url)] == []
    assert not spa.PATHS.fullmatch("/c/01990c6e/more")


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/corpora", "/c"),
        ("/documents", "/"),
        ("/settings", "/account"),
        ("/docs", "/api/docs"),
        ("/api/docs/", "/api/docs"),
        ("/api/v1/docs", "/api/docs"),
    ],
)
def test_paths_that_users_guess_lead_to_pages(client, path, target):
    response = client.get(path)
    assert (response.status_code, response["Location"]) == (302, target)


def test_a_signed_in_user_gets_the_code_of_the_page_at_once(client, user, built):
    script = 'href="/static/app/assets/document-4.js">'
    style = '<link rel="stylesheet" href="/static/app/assets/document-4.css">'
    client.force_login(user)
    page = client.get("/d/1?page=2").content.decode()
    assert script in page
    assert style in page
    assert '<link rel="preload" href="/static/app/assets/inter-5.woff2" as="font"' in page
    assert script not in client.get("/c/2").content.decode()
    client.logout()
    assert script not in client.get("/d/1").content.decode()


@pytest.mark.skipif(not spa.MANIFEST.exists(), reason="`make ui` writes the manifest")
def test_the_modules_of_the_pages_are_in_the_build():
    manifest = json.loads(spa.MANIFEST.read_text())
    assert {spa.FONT, *(module for page in spa.PAGES.values() for module in page)} <= manifest.keys()


def test_a_new_build_is_taken_without_a_restart(built):
    before = spa.find_assets()
    built.write_text(json.dumps(MANIFEST).replace("main-1", "main-9"))
    after = spa.find_assets()
    assert before
    assert before.script.endswith("main-1.js")
    assert after
    assert after.script.endswith("main-9.js")


def test_without_a_build_the_page_says_what_to_run(client, tmp_path, settings):
    settings.UI_MANIFEST = tmp_path / "absent.json"
    response = client.get("/")
    assert response.status_code == 503
    assert "make run" in response.content.decode()


def test_the_page_cannot_be_posted_to(client, built):
    assert client.post("/login").status_code == 405
