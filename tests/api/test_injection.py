"""Texts of users are data: stored as they are, escaped where they are shown, never part of SQL, code or addresses."""

import ast
import re
from pathlib import Path

import pytest

from core.api.openapi.pages import openapi_document
from core.api.testing import ApiClient
from users.models import User

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
PROJECT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "audit", "users", "tasks", "events", "documents", "corpuses", "cartulary", "config")
TEXT = "<b>&lt;i&gt; %3Cu%3E \\u003c {{7*7}} %s {0} \"' ${x}</b>"
# Functions that run text as code, or call a shell.
CODE = {"eval", "exec", "compile", "__import__"}
METHODS = {
    *("os.system", "os.popen", "pickle.load", "pickle.loads", "marshal.loads", "yaml.load", "yaml.unsafe_load"),
    *("engines.from_string", "django_engine.from_string", "jinja2.Template"),
}


def test_texts_are_decoded_once_and_escaped_in_pages(api, user):
    created = api.send("POST", f"{V1}/corpuses", {"title": TEXT}).json()
    assert created["title"] == TEXT
    assert api.execute(f'{{ corpus(id: "{created["id"]}") {{ title }} }}')["corpus"]["title"] == TEXT
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    page = api.get("/admin/corpuses/corpus/").body.decode()
    assert "&lt;b&gt;&amp;lt;i&amp;gt; %3Cu%3E" in page
    assert "{{7*7}}" in page
    assert "<b>&lt;i" not in page


@pytest.mark.parametrize(
    ("search", "titles"),
    [
        ("%", ["100% of it"]),
        ("_", ["snake_case"]),
        ("\\", ["back\\slash"]),
        ("' OR 1=1 --", []),
        ('"; DROP TABLE corpuses_corpus; --', []),
        ("') UNION SELECT password FROM users_user --", []),
        ("it", ["100% of it"]),
    ],
)
def test_text_of_a_filter_is_no_sql(api, search, titles):
    for title in ("100% of it", "snake_case", "back\\slash", "plain"):
        assert api.send("POST", f"{V1}/corpuses", {"title": title}).status_code == 201
    response = api.get(f"{V1}/corpuses", {"search": search})
    assert [each["title"] for each in response.json()["results"]] == titles
    listed = api.execute("query ($s: String) { corpuses(search: $s) { edges { node { title } } } }", {"s": search})
    assert [edge["node"]["title"] for edge in listed["corpuses"]["edges"]] == titles


@pytest.mark.parametrize("name", ["order_by", "state", "scope", "cursor"])
def test_names_of_columns_are_chosen_from_a_list(api, name):
    response = api.get(f"{V1}/documents", {name: "title; DROP TABLE documents_document"})
    assert (response.status_code, response.json()["error"]["field"]) == (400, name)


def test_no_request_names_an_address_that_the_server_would_fetch():
    """Uploads contain bytes; addresses of services are settings, or on servers that operators allow."""
    schemas = openapi_document()["components"]["schemas"]
    bodies = set(re.findall(r"'#/components/schemas/(\w+)'", str(_request_bodies())))
    assert len(bodies) > 30
    properties = {f"{body}.{name}" for body in bodies for name in schemas[body].get("properties", {})}
    named = {
        each
        for each in properties
        if re.search(r"(?i)url|uri|href|host|endpoint|callback|^RemoteAnalyzer.*address", each)
    }
    # Only hosts of LLM_ALLOWED_HOSTS and ANALYZER_ALLOWED_HOSTS: corpuses/providers/tests/test_language_models.py,
    # core/tests/test_outgoing.py.
    assert named == {"LanguageModelFields.base_url", "RemoteAnalyzerFields.address"}
    fields = [
        (body, name)
        for body in bodies
        for name, value in schemas[body]["properties"].items()
        if value.get("format") == "uri"
    ]
    assert {name for body, name in fields if not body.endswith("Form")} == set()
    assert {name for _, name in fields} <= {"file"}  # the bytes of an upload


def _request_bodies():
    paths = openapi_document()["paths"].values()
    return [method.get("requestBody") for path in paths for method in path.values() if isinstance(method, dict)]


@pytest.mark.parametrize(
    "address", ["a@example.org\nBcc: b@example.org", "a@example.org\r\n\r\nText", "a@b.org,c@d.org"]
)
def test_an_address_is_no_header_of_an_email(settings, mailoutbox, address):
    settings.RATE_LIMITS = {}
    body = {"username": "grace", "password": "cobol-1959-rear", "email": address}
    response = ApiClient().send("POST", f"{V1}/auth/register", body)
    assert (response.status_code, response.json()["error"]["field"]) == (400, "email")
    assert ApiClient().send("POST", f"{V1}/auth/password/reset", {"email": address}).status_code in {202, 400}
    assert mailoutbox == []


@pytest.mark.full
def test_no_code_runs_text():
    found = [
        f"{path.relative_to(PROJECT)}:{call.lineno}: {name}"
        for package in PACKAGES
        for path in (PROJECT / package).rglob("*.py")
        if not {"tests", "__pycache__"} & set(path.relative_to(PROJECT).parts)
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and (name := _dangerous(call))
    ]
    assert found == []


def _dangerous(call: ast.Call) -> str:
    name = ast.unparse(call.func)
    is_shell = any(each.arg == "shell" and getattr(each.value, "value", True) for each in call.keywords)
    return name if name in CODE | METHODS or is_shell or name.endswith((".RawSQL", ".extra", "mark_safe")) else ""
