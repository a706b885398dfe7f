"""The client of language models over real HTTP: deadlines, retries, and the error of each failure."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import DependencyFault, UserFault
from corpuses.llm.answers import json_object, without_unstorable
from corpuses.llm.client import LlmClient, LlmSettings, ToolCall
from corpuses.llm.errors import LlmAnswerInvalid, LlmNotConfigured, LlmRefused, LlmUnavailable
from tests.upstreams import (
    INPUT_TOKENS,
    OUTPUT_TOKENS,
    Reply,
    ScriptedServer,
    breaks_off,
    calls,
    fails,
    says,
    scripted_server,
    uncounted,
)

SLOW = 1.0
QUESTION = [{"role": "user", "content": "How are you?"}]


class Stopped(Exception):
    pass


class ScriptedClient:
    """Sends requests to a scripted server, which records them."""

    server: ScriptedServer

    def __call__(self, *script: Reply, seconds: float = 20, check: Callable[[], None] = lambda: None, **options: Any):
        with scripted_server(script) as self.server:
            chosen: dict[str, Any] = {"model": "m", "api_key": "k", "base_url": self.server.url, "backoff": 0.01}
            settings = LlmSettings(**chosen | options)
            return LlmClient(settings, deadline=time.monotonic() + seconds, check=check).complete(QUESTION)

    @property
    def requests(self):
        return self.server.requests


@pytest.fixture
def ask():
    return ScriptedClient()


def test_the_request_follows_the_documentation_of_the_api(ask):
    # proves: S0-11
    assert ask(says("Fine.")).text == "Fine."
    assert ask.requests == [{"model": "m", "messages": QUESTION}]
    assert ask.server.paths == ["/v1/chat/completions"]
    assert ask.server.headers[0]["authorization"] == "Bearer k"


def test_requests_to_azure_use_its_url_and_headers(ask):
    # proves: S0-11
    assert ask(says("Fine."), backend="azure", api_version="2024-10-21").text == "Fine."
    assert ask.server.paths == ["/v1/openai/deployments/m/chat/completions?api-version=2024-10-21"]
    assert ask.server.headers[0]["api-key"] == "k"


def test_redirects_are_not_followed(ask):
    """The question and the key, in Azure a header that libraries send on, would go to a server that no one allowed."""
    with scripted_server([says("Fine.")]) as other:
        redirect = Reply(status=307, headers={"Location": f"{other.url}/chat/completions"})
        for options in ({}, {"backend": "azure", "api_version": "2024-10-21"}):
            with pytest.raises(LlmRefused):
                ask(redirect, **options)
        assert other.requests == []


@pytest.mark.parametrize(
    "failure",
    [
        fails(429),
        fails(408),
        fails(500),
        fails(503),
        breaks_off(),
        says("half", is_truncated=True),
        says("late", latency=SLOW + 0.5),
    ],
    ids=["busy", "late", "broken", "down", "reset", "truncated", "slow"],
)
def test_transient_failures_are_retried(ask, failure):
    # proves: S0-12 S4-28 S4-29 S4-30
    assert ask(failure, failure, says("At last."), timeout=SLOW).text == "At last."
    assert len(ask.requests) == 3


@pytest.mark.full
def test_any_sequence_of_transient_failures_ends_with_the_answer(ask):
    # proves: T-16 S0-12
    script = [fails(503), fails(429, retry_after="0.1"), breaks_off(), says("half", is_truncated=True), fails(408)]
    assert ask(*script, says("late", latency=SLOW + 0.5), says("At last."), timeout=SLOW).text == "At last."
    assert len(ask.requests) == 7


def test_json_is_requested_in_the_strictest_format_that_the_server_accepts():
    # proves: T-16
    schema = {"type": "object", "properties": {"value": {"type": "string"}}}
    with scripted_server([fails(400), says("{}"), says("{}"), fails(422), says("{}")]) as server:
        settings = LlmSettings(model="m", base_url=server.url, backoff=0.01)
        client = LlmClient(settings, deadline=time.monotonic() + 20, check=lambda: None)
        for _ in range(3):
            assert client.complete(QUESTION, schema=schema).text == "{}"
    formats = [request.get("response_format", {}).get("type") for request in server.requests]
    assert formats == ["json_schema", "json_object", "json_object", "json_object", None]
    assert server.requests[0]["response_format"]["json_schema"] == {"name": "answer", "schema": schema}


def test_the_tokens_of_an_answer_are_those_that_the_server_counts(ask):
    answer = ask(says("Fine."))
    assert (answer.input_tokens, answer.output_tokens) == (INPUT_TOKENS, OUTPUT_TOKENS)


def test_tokens_that_the_server_does_not_count_are_estimated(ask):
    answer = ask(uncounted(says("A word of forty characters, more or less.")))
    assert answer.output_tokens == 11
    assert answer.input_tokens >= 5


def test_there_are_twenty_retries_and_no_second_layer(ask):
    # proves: S0-12 X-24
    with pytest.raises(LlmUnavailable) as caught:
        ask(fails(503), backoff=0)
    assert len(ask.requests) == 21
    assert isinstance(caught.value, DependencyFault)
    assert caught.value.data == {"tries": 21, "cause": "InternalServerError", "retry_after": 0}


def test_default_timeouts_and_retries():
    # proves: S0-12 S0-13
    settings = LlmSettings(model="m")
    assert (settings.timeout, settings.max_retries) == (120, 20)


def test_no_try_continues_beyond_the_deadline(ask):
    # proves: X-7 S0-G6
    begin = time.monotonic()
    with pytest.raises(LlmUnavailable):
        ask(says("late", latency=3), seconds=0.5)
    assert time.monotonic() - begin < 20  # the server ends after its sleep; the client has aborted long before
    with pytest.raises(LlmUnavailable):
        ask(fails(503), seconds=0.5, backoff=0.2)
    assert len(ask.requests) <= 3


@pytest.mark.full
def test_a_slow_response_is_aborted(ask):
    with pytest.raises(LlmUnavailable):
        ask(says("drip", drip=0.05), timeout=1, max_retries=1)
    assert len(ask.requests) == 2


def test_retry_after_is_respected(ask):
    begin = time.monotonic()
    assert ask(fails(429, retry_after="0.4"), says("Now.")).text == "Now."
    assert time.monotonic() - begin >= 0.4
    with pytest.raises(LlmUnavailable):  # longer than anyone will wait
        ask(fails(429, retry_after="60"), seconds=1)


@pytest.mark.parametrize(
    ("reply", "error", "word"),
    [
        (fails(401), LlmNotConfigured, "LLM_API_KEY"),
        (fails(403), LlmNotConfigured, "LLM_API_KEY"),
        (fails(404), LlmNotConfigured, "LLM_MODEL"),
        (fails(400), LlmRefused, "did not accept"),
        (fails(422), LlmRefused, "did not accept"),
        (Reply(b"{bad"), LlmAnswerInvalid, "was not valid"),
        (Reply(b"<html>", headers={"Content-Type": "text/html"}), LlmAnswerInvalid, "was not valid"),
        (Reply(b'{"choices": []}'), LlmAnswerInvalid, "was not valid"),
        (Reply(b"[]"), LlmAnswerInvalid, "was not valid"),
    ],
)
def test_permanent_failures_are_raised_at_once(ask, reply, error, word):
    # proves: S4-31 S4-35
    with pytest.raises(error, match=word) as caught:
        ask(reply)
    assert len(ask.requests) == 1
    assert isinstance(caught.value, UserFault)


@pytest.mark.parametrize("options", [{"model": ""}, {"model": "m", "backend": "azure"}])
def test_without_a_model_the_error_names_the_settings(options):
    with pytest.raises(LlmNotConfigured, match="LLM_MODEL"):
        LlmClient(LlmSettings(**options), deadline=time.monotonic() + 1, check=lambda: None)


def test_waiting_ends_when_the_job_is_cancelled(ask):
    # proves: S0-7
    looks = []

    def check():
        looks.append(1)
        if len(looks) > 2:
            raise Stopped

    with pytest.raises(Stopped):
        ask(fails(503), backoff=1, check=check)
    assert len(ask.requests) == 1


def test_tool_calls_are_parsed(ask):
    answer = ask(calls(("search", {"query": "law"}), ("outline", "not json")))
    assert answer.tool_calls == (
        ToolCall("call-0-search", "search", '{"query": "law"}'),
        ToolCall("call-1-outline", "outline", "not json"),
    )


@pytest.mark.parametrize(
    "text", ['{"a": 1}', '```json\n{"a": 1}\n```', 'Here you are: {"a": 1} Anything else?', '```\n{"a": 1}```']
)
def test_the_json_object_is_found_in_the_answer(text):
    assert json_object(text) == {"a": 1}


@pytest.mark.parametrize("text", ["", "No.", "[1]", '{"a": ', "```json\nnothing\n```"])
def test_answers_without_a_json_object_are_refused(text):
    with pytest.raises(LlmAnswerInvalid):
        json_object(text)


def test_unstorable_characters_are_removed():
    assert without_unstorable({"a\x00": ["\ud800b", 1, None]}) == {"a": ["?b", 1, None]}
