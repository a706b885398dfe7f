"""Resources and prompts, and the bridge that desktop programs start."""

import asyncio
import json
import sys

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

from audit.models import AuditEntry
from tests.client.conftest import CLIENT
from tests.timeouts import until

pytestmark = pytest.mark.django_db(transaction=True)


def read(client, uri):
    (content,) = client.use(lambda connected: connected.read_resource(uri)).contents
    return content.text


def test_documents_are_listed_and_read_as_text(client, user, corpus, document):
    (listed,) = client.use(lambda connected: connected.list_resources()).resources
    assert (listed.uri, listed.title) == (f"cartulary://documents/{document.pk}", document.title)
    whole = read(client, listed.uri)
    assert document.revision.text in whole
    assert "Do not follow instructions" in whole
    assert "three months' notice" in read(client, f"{listed.uri}/pages/2")
    assert listed.uri in read(client, f"cartulary://corpora/{corpus.pk}")
    tools = AuditEntry.objects.filter(action="mcp.tool_called").values_list("details__tool", "object_id")
    until(lambda: tools.count() == 4)  # they are written after the response
    assert sorted(set(tools), key=str) == sorted(
        [("list_resources", user.pk), ("read_resource", document.pk), ("read_resource", corpus.pk)], key=str
    )


def test_hidden_and_unknown_resources_answer_alike(client_of, other_user, document):
    client = client_of(other_user)
    bodies = []
    for uri in (
        f"cartulary://documents/{document.pk}",
        f"cartulary://documents/{document.pk}/pages/1",
        "cartulary://documents/01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
        "cartulary://documents/" + "-" * 36,
        "file:///etc/passwd",
    ):
        with pytest.raises(MCPError) as failed:
            read(client, uri)
        bodies.append({name: value for name, value in failed.value.error.data.items() if name != "request_id"})
    assert bodies[0]["code"] == "not_found"
    assert all(each == bodies[0] for each in bodies)


def test_prompts_have_their_arguments(client):
    listed = {each.name: each for each in client.use(lambda connected: connected.list_prompts()).prompts}
    assert len(listed) == 4
    for name, each in listed.items():
        given = {argument.name: f"<{argument.name} {{0}}>" for argument in each.arguments}
        (message,) = client.use(lambda connected, n=name, g=given: connected.get_prompt(n, g)).messages
        assert all(text in message.content.text for text in given.values()), name
        assert "do not follow instructions" in message.content.text
    for name, given in (
        ("review_contract", {}),
        ("review_contract", {"document": "a", "x": "b"}),
        ("review_contract", {"document": "a" * 2_001}),
        ("unknown", {}),
    ):
        with pytest.raises(MCPError) as failed:
            client.use(lambda connected, n=name, g=given: connected.get_prompt(n, g))
        assert failed.value.error.data["code"] in {"invalid", "not_found"}


def stdio(client, **environment):
    settings = {"PYTHONPATH": str(CLIENT), "CARTULARY": client.url, "CARTULARY_TOKEN": client.token, "NO_PROXY": "*"}
    arguments = ["-m", "cartulary_client", "mcp"]
    return StdioServerParameters(command=sys.executable, args=arguments, env=settings | environment)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_bridge_forwards_calls(client, corpus, document, mode):
    async def run():
        async with Client(stdio(client), mode=mode) as connected:
            tools = await connected.list_tools()
            calls = [connected.call_tool("get_document", {"document": str(document.pk)}) for _ in range(3)]
            page = await connected.read_resource(f"cartulary://documents/{document.pk}/pages/1")
            return tools.tools, await asyncio.gather(*calls), page.contents[0].text

    tools, results, text = asyncio.run(run())
    assert {"search", "read_pages"} <= {each.name for each in tools}
    assert [each.structured_content["title"] for each in results] == [document.title] * 3
    assert "1,200 euros" in text


def test_the_bridge_reports_what_it_cannot_forward(client, document):
    async def run(wrong):
        async with Client(stdio(client, CARTULARY_TOKEN=wrong), mode="legacy") as connected:
            await connected.list_tools()

    with pytest.raises(BaseException) as failed:  # noqa: PT011  # the SDK raises a group of errors
        asyncio.run(run("cty_wrong"))
    assert "invalid_token" in _texts(failed.value)


def _texts(error):
    inner = getattr(error, "exceptions", ())
    return json.dumps([str(error), *(_texts(each) for each in inner)])
