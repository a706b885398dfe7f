"""Every response of every URL has the security headers: each method of the API, all pages, Django's admin, errors."""

import re

import pytest
from django.db import transaction
from django.test import Client

from core.api.testing import ApiClient
from tests.permissions import rest_table
from tests.permissions.operations import routes
from tests.permissions.sending import send_rest

pytestmark = pytest.mark.django_db

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Strict-Transport-Security": "max-age=31536000",
}
# Anyone may read these, and caches may keep them.
PUBLIC = {"/api/schema"}
PAGES = ["/", "/login", "/d/1?page=2", "/nowhere/at/all", "/graphql/", "/accounts/oidc/login/"]


@pytest.fixture(autouse=True)
def _production(settings):
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.fixture
def staff(world):
    client = world.client("admin")
    client.defaults["HTTP_X_FORWARDED_PROTO"] = "https"
    return client


def directives(policy):
    """Return the sources by the name of the directive."""
    return {name: sources.split() for name, _, sources in (part.partition(" ") for part in policy.split("; "))}


def problems_of(response, path=""):
    """Return what is wrong with the headers of a response."""
    headers = response.headers
    found = [f"{name}: {headers.get(name)}" for name, value in ALWAYS.items() if headers.get(name) != value]
    policy = directives(headers.get("Content-Security-Policy", ""))
    is_file = "sandbox" in policy
    if policy.get("default-src") != ["'none'"]:
        found.append(f"default-src: {policy}")
    if not is_file and (policy.get("frame-ancestors"), policy.get("base-uri")) != (["'none'"], ["'none'"]):
        found.append(f"frame-ancestors or base-uri: {policy}")
    if headers.get("Content-Type", "").startswith("text/html"):
        found += problems_of_page(response, policy)
    elif not is_file and "script-src" in policy:
        found.append(f"script-src of no page: {policy}")
    caching = headers.get("Cache-Control", "")
    if path not in PUBLIC and not re.search("no-store|private", caching):
        found.append(f"Cache-Control: {caching}")
    return found


def problems_of_page(response, policy):
    """Return the inline scripts, and the scripts and styles that the policy of the page does not allow."""
    html = response.content.decode()
    found = [tag for tag in re.findall(r"<script[^>]*>", html) if "src=" not in tag and "application/json" not in tag]
    found += re.findall(r'<[^>]*\son[a-z]+="[^>]*>|href="javascript:[^>]*>', html)
    sources = policy.get("script-src", [])
    is_strict = sources == ["'self'"] or (sources[1:] == ["'strict-dynamic'"] and sources[0].startswith("'nonce-"))
    if not is_strict or policy.get("object-src") != ["'none'"]:
        found.append(f"script-src or object-src: {policy}")
    if "'strict-dynamic'" in sources:
        nonce = sources[0].removeprefix("'nonce-").removesuffix("'")
        found += [tag for tag in re.findall(r"<script[^>]*src=[^>]*>", html) if f'nonce="{nonce}"' not in tag]
    return found


def rolled_back(send):
    with transaction.atomic():
        response = send()
        transaction.set_rollback(True)
    return response


@pytest.mark.parametrize("actor", ["owner", "anonymous"])
@pytest.mark.parametrize("operation", rest_table.TABLE)
def test_every_operation(world, operation, actor):
    client = world.client(actor)
    client.defaults["HTTP_X_FORWARDED_PROTO"] = "https"
    assert problems_of(rolled_back(lambda: send_rest(world, client, operation))) == []


@pytest.mark.full
def test_every_other_url_with_every_method(world, staff):
    """Django's admin, pages, health checks, error responses: also of methods that a URL does not have."""
    paths = {"/health/live", "/health/ready", "/health/metrics", "/metrics", "/api/schema", "/api/docs", "/api/redoc"}
    paths |= {"/api", "/api/none", "/graphql/", "/admin", *PAGES}
    admin = [route for route in routes() if route.startswith("admin/")]
    assert len(admin) > 50
    paths |= {f"/{re.sub('<path:object_id>|<.+?>', '1', route)}" for route in admin if "(" not in route}
    found = {}
    for path in sorted(paths):
        for method in ("get", "head", "options", "post", "put", "patch", "delete", "trace"):
            for accept in ("text/html",) if path.startswith("/admin/") else ("text/html", "application/json"):
                send = getattr(staff, method)
                response = rolled_back(
                    lambda send=send, path=path, accept=accept: send(path, headers={"Accept": accept})
                )
                if "logout" in path:
                    staff.force_login(world.users["admin"])
                if problems := problems_of(response, path):
                    found[f"{method} {path} {accept}: {response.status_code}"] = problems
    assert found == {}


@pytest.mark.urls("tests.api.failing_views")
def test_responses_in_place_of_a_view(settings):
    client = ApiClient(HTTP_X_FORWARDED_PROTO="https")
    settings.RATE_LIMITS = {"account": {"address": (1, 60)}}
    for accept in ("text/html", "application/json"):
        responses = [
            client.get("/", headers={"Accept": accept, "Host": "evil.example.org"}),
            client.get("/bug", headers={"Accept": accept}),
            client.post("/api/v1/corpuses", b"x" * 3_000_000, content_type="application/json"),
            *(client.get("/api/v1/auth/session", headers={"Accept": accept}) for _ in range(2)),
        ]
        assert {response.status_code for response in responses} >= {400, 413}
        assert [problems_of(response) for response in responses] == [[]] * len(responses)


def test_the_page_of_a_share_link_sends_no_path_as_referer(client):
    assert client.get("/s/token")["Referrer-Policy"] == "strict-origin"


def test_each_page_has_a_nonce_of_its_own(client):
    policies = [directives(client.get("/login")["Content-Security-Policy"]) for _ in range(2)]
    assert policies[0]["script-src"] != policies[1]["script-src"]
    assert policies[0]["require-trusted-types-for"] == ["'script'"]
    assert policies[0]["style-src"][0] == "'self'"
    assert "'unsafe-inline'" not in str(policies)


def test_static_files_cannot_be_used_as_pages():
    response = Client().get("/static/core/swagger.js")
    assert b"".join(response.streaming_content)
    assert response["X-Content-Type-Options"] == "nosniff"
    policy = directives(response["Content-Security-Policy"])
    assert (policy["default-src"], policy["frame-ancestors"]) == (["'none'"], ["'none'"])
