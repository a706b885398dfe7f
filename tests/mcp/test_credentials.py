"""Links, tokens that end during a session, and tokens without the scope give nothing at `/mcp`; no secret is logged."""

import asyncio
import json
from datetime import timedelta

import httpx
import pytest
from django.db import connection, transaction
from django.utils import timezone
from mcp.shared.exceptions import MCPError

from core.api.testing import ApiClient
from corpuses.corpora.services import add_documents
from corpuses.mcp.registry import TOOLS
from corpuses.mcp.server import create_server
from documents.tests.factories import parsed_document
from tests.mcp.test_access import HEADERS, INITIALIZE
from users.accounts.api_tokens import create_token, revoke_token
from users.accounts.models import ApiToken
from users.models import User
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db(transaction=True)

CANARY = "quokka4711"


def message(method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 2, "method": method, "params": params}


def call(http: httpx.Client, name: str, **arguments: object) -> dict[str, object]:
    """Call a tool and return its result, or what the error is."""
    response = http.post("/mcp", json=message("tools/call", name=name, arguments=arguments))
    if response.status_code != 200:
        return {"code": response.json()["error"]["code"], "status": response.status_code}
    result = json.loads(response.json()["result"]["content"][0]["text"])
    return result.get("error", result)


@pytest.fixture
def connect(live_web):
    """Return a function that opens a connection with some headers; all are closed at the end."""
    opened = []

    def open_connection(**headers: str) -> httpx.Client:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        opened.append(httpx.Client(base_url=live_web.url, headers=HEADERS | names, trust_env=False, timeout=30))
        return opened[-1]

    yield open_connection
    for each in opened:
        each.close()


@pytest.fixture
def link(user, document):
    with transaction.atomic():
        return create_share(document, ShareRequest(role="editor", link=True), actor=user).token


def test_a_link_alone_opens_no_session(connect, link):
    browser = ApiClient()
    assert browser.send("POST", f"/api/v1/links/{link}/open").status_code == 200
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    for headers in (
        {"X_Share_Token": link},
        {"Cookie": cookie},
        {"Authorization": f"Bearer {link}"},
        {"Authorization": f"Token {link}", "X_Share_Token": link, "Cookie": cookie},
    ):
        http = connect(**headers)
        assert [http.post("/mcp", json=each).status_code for each in (INITIALIZE, message("tools/list"))] == [401] * 2
        assert call(http, "list_documents")["status"] == 401


def test_a_link_beside_a_token_opens_what_it_opens_elsewhere_and_no_more(
    connect, user, other_user, link, corpus, document, client_of
):
    """As in REST: what a token is limited to, and the scopes that it lacks, hold for documents of links, too."""
    other = parsed_document(user, f"Wages: {CANARY}.", title="Wages")
    add_documents(corpus, [other], actor=user)

    def with_link(client):
        return connect(Authorization=f"Bearer {client.token}", X_Share_Token=link)

    http = with_link(client_of(other_user))
    assert call(http, "get_document", document=str(document.pk))["title"] == document.title
    assert call(http, "get_document", document=str(other.pk))["code"] == "not_found"
    assert call(http, "list_documents", corpus=str(corpus.pk))["code"] == "not_found"
    found = [call(http, "list_documents"), call(http, "search", query="Wages"), call(http, "list_corpora")]
    assert CANARY not in str(found)
    assert str(other.pk) not in str(found)
    assert str(corpus.pk) not in str(found)
    limited = with_link(client_of(user, corpora=[corpus.pk]))
    assert call(limited, "get_document", document=str(other.pk))["title"] == "Wages"
    with_nothing = with_link(client_of(user, scopes=["upload"]))
    assert call(with_nothing, "get_document", document=str(document.pk))["code"] == "scope_missing"


def end(token: ApiToken, ending: str) -> None:
    """End a token from a thread of its own, with its own connection."""
    with transaction.atomic():
        ENDINGS[ending](token.owner, token)
    connection.close()


ENDINGS = {
    "revoked": lambda user, token: revoke_token(token.pk, owner=user),
    "expired": lambda user, token: ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1)),
    "inactive": lambda user, token: User.objects.filter(pk=user.pk).update(is_active=False),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_token_that_ends_between_two_calls_ends_the_session(user, client, document, ending):
    token, page = ApiToken.objects.select_related("owner").get(), {"document": str(document.pk)}

    async def use(connected):
        first = await connected.call_tool("read_pages", page)
        await asyncio.to_thread(end, token, ending)
        outcomes = []
        for again in (
            lambda: connected.call_tool("read_pages", page),
            connected.list_tools,
            lambda: connected.read_resource(f"cartulary://documents/{document.pk}"),
        ):
            try:
                outcomes.append(await again())
            except (MCPError, httpx.HTTPStatusError) as error:
                outcomes.append(error)
        return first, outcomes

    first, outcomes = client.use(use)
    assert not first.is_error
    assert [isinstance(each, Exception) for each in outcomes] == [True] * 3, outcomes


def test_there_is_no_stream_that_could_stay_open(connect, client):
    http = connect(Authorization=f"Bearer {client.token}", Accept="text/event-stream, application/json")
    assert http.get("/mcp").status_code == 405
    response = http.post("/mcp", json=message("tools/call", name="list_corpora", arguments={}))
    assert (response.status_code, response.headers["content-type"].split(";")[0]) == (200, "application/json")


@pytest.mark.parametrize("scope", ["upload", "read", "write", "admin", "provisioning"])
def test_no_tool_is_called_without_its_scope(connect, user, document, scope):
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    with transaction.atomic():
        _, text = create_token(owner=User.objects.get(pk=user.pk), name="Narrow", scopes=[scope])
    http = connect(Authorization=f"Bearer {text}")
    create_server()
    missing = {name for name, tool in TOOLS.items() if tool.scope != scope}
    assert {name for name in TOOLS if call(http, name).get("code") == "scope_missing"} == missing
    listed = http.post("/mcp", json=message("tools/list")).json()["result"]["tools"]
    assert {each["name"] for each in listed} == TOOLS.keys() - missing
    reading = [
        message("resources/list"),
        message("resources/read", uri=f"cartulary://documents/{document.pk}"),
        message(
            "completion/complete",
            ref={"type": "ref/prompt", "name": "review_contract"},
            argument={"name": "document", "value": "Lease"},
        ),
    ]
    refused = [http.post("/mcp", json=each).json().get("error", {}).get("data", {}).get("code") for each in reading]
    assert refused == ([None] * 3 if scope == "read" else ["scope_missing"] * 3)


def test_the_logs_have_no_token_no_query_and_no_text(processes, user):
    """The same rule as for REST: `tests/observability/test_logs.py`."""
    document = parsed_document(user, f"The rent is due to {CANARY}.", title=f"Lease of {CANARY}")
    with transaction.atomic():
        _, text = create_token(owner=user, name="Agent", scopes=["read", "write"])
    web, url = processes.web(env={"LOG_LEVEL": "INFO"})
    secret, page = f"cty_{CANARY}", {"document": str(document.pk)}
    tried = [
        (text, message("tools/call", name="search", arguments={"query": CANARY})),
        (text, message("tools/call", name="read_pages", arguments=page)),
        (text, message("tools/call", name="read_pages", arguments=page | {CANARY: CANARY})),
        (text, message("tools/call", name="read_pages", arguments=page | {"first_page": CANARY})),
        (text, message("tools/call", name="find_in_document", arguments=page | {"query": f"({CANARY}", "regex": True})),
        (text, message("tools/call", name="propose_annotation", arguments=page | {"quote": CANARY, "label": CANARY})),
        (text, message("tools/call", name=CANARY, arguments={"query": CANARY})),
        (text, message("resources/read", uri=f"cartulary://documents/{CANARY}")),
        (text, message("prompts/get", name=CANARY, arguments={"document": CANARY})),
        (text, message(CANARY, query=CANARY)),
        (text, {"jsonrpc": "2.0", "id": CANARY, "method": "tools/call", "params": CANARY}),
        (text, {"jsonrpc": CANARY}),
        (secret, message("tools/call", name="search", arguments={"query": CANARY})),
    ]
    with httpx.Client(base_url=url, headers=HEADERS, trust_env=False, timeout=30) as http:
        for token, body in tried:
            authorization = {"Authorization": f"Bearer {token}"}
            http.post(
                "/mcp", params={"query": CANARY}, json=body, headers=authorization | {"X-Share-Token": CANARY * 3}
            )
        answered = http.post("/mcp", json=tried[1][1], headers={"Authorization": f"Bearer {text}"})
    assert CANARY in answered.text
    web.stop()
    logged = web.output()
    assert "Started server process" in logged
    assert [line for line in logged.splitlines() if CANARY in line or text in line] == []
