"""Streams of conversations, from a real web server: events while an answer is written, and after a reconnection."""

from uuid import uuid4

import httpx
import pytest

from corpuses.conversations import live, states
from corpuses.conversations.models import Message
from tests.conversations.conftest import QUESTION, ended, new_corpus
from tests.events import conftest as events
from tests.events.conftest import SOON, cookies_of
from tests.timeouts import until
from tests.upstreams import Reply, says, scripted_server
from users.accounts.token_pairs import access_token_for
from users.models import User

shared_processes = events.shared_processes
web_process = events.web_process
owner = events.owner
web = events.web


@pytest.fixture
def conversation(web, owner, settings):
    settings.REDIS_PREFIX = "cartulary"  # that of the server
    corpus = new_corpus(owner)
    created = post(web, owner, "/api/v1/conversations", {"corpus": str(corpus.pk)})
    return f"/api/v1/conversations/{created.json()['id']}"


def post(web, owner, path, body):
    """Send a request with a token, because the session of the client has no CSRF token."""
    headers = {"Authorization": f"Bearer {access_token_for(owner)}"}
    response = httpx.post(web.client.base_url.join(path), json=body, headers=headers, timeout=SOON)
    assert response.is_success, response.text
    return response


def answer_of(conversation, **fields):
    """Create an answer that this test writes."""
    key = conversation.rsplit("/", 1)[1]
    return Message.objects.create(conversation_id=key, order=1, role="assistant", state="running", **fields)


def test_the_states_of_an_answer_are_streamed(web, owner, conversation):
    with web.stream(f"{conversation}/stream") as stream:
        stream.until(":")
        key = post(web, owner, f"{conversation}/messages", {"text": QUESTION}).json()["answer"]["id"]
        found = [stream.until("message") for _ in range(2)]
    assert [(frame.data["message"], frame.data["state"]) for frame in found] == [
        (key, "running"),
        (key, "complete"),
    ]
    assert len({frame.id for frame in found}) == 2


def test_a_stream_continues_after_the_last_event_and_replays_without_one(web, conversation):
    answer = answer_of(conversation)
    for number, word in enumerate(["The ", "rent ", "is due."]):
        live.log_text(answer, word, offset=number)
    with web.stream(f"{conversation}/stream") as stream:
        found = [stream.until("text") for _ in range(3)]
    assert [frame.data["text"] for frame in found] == ["The ", "rent ", "is due."]
    with web.stream(f"{conversation}/stream", **{"Last-Event-ID": found[1].id}) as stream:
        assert stream.until("text").data == {"message": str(answer.pk), "offset": 2, "text": "is due."}
        live.log_text(answer, " Always.", offset=3)
        assert stream.until("text").data["text"] == " Always."


@pytest.mark.parametrize("position", ["1-0", "99999999999999-0"])
def test_a_client_is_notified_if_it_may_have_missed_something(web, conversation, position):
    answer = answer_of(conversation)
    if position == "1-0":
        live.log_text(answer, "The", offset=0)
    with web.stream(f"{conversation}/stream", **{"Last-Event-ID": position}) as stream:
        frame = next(frame for frame in stream.frames() if frame.event != ":")
    assert frame.event == "reset"


def test_the_stream_of_another_user_is_not_found(web, conversation):
    other = User.objects.create_user(f"eve-{uuid4()}")
    with httpx.Client(base_url=web.client.base_url, cookies=cookies_of(other)) as client:
        assert client.get(f"{conversation}/stream").status_code == 404


@pytest.mark.full
def test_the_answer_of_a_killed_web_process_fails_and_another_process_tries_it_again(shared_processes, owner):
    corpus = new_corpus(owner)
    document = corpus.documents.get()
    good = says(f'The rent is 1,200 dollars [1].\n---\n[1] {document.pk} "a rent of 1,200 dollars"')
    with scripted_server([Reply(latency=20.0), good]) as model:
        environment = {"LLM_MODEL": "scripted", "LLM_BASE_URL": model.url, "LLM_API_KEY": "key"}
        process, url = shared_processes.web(env=environment)
        headers = {"Authorization": f"Bearer {access_token_for(owner)}"}
        with httpx.Client(base_url=url, headers=headers, timeout=SOON) as client:
            created = client.post("/api/v1/conversations", json={"corpus": str(corpus.pk)}).json()["id"]
            sent = client.post(f"/api/v1/conversations/{created}/messages", json={"text": QUESTION})
            key = sent.json()["answer"]["id"]
        until(lambda: model.requests)
        process.kill_all()
        Message.objects.filter(pk=key).update(lease=document.created)
        assert states.end_interrupted() == 1
        assert Message.objects.get(pk=key).error_code == "answer_interrupted"
        _, url = shared_processes.web(env=environment)
        httpx.post(f"{url}/api/v1/messages/{key}/retry", headers=headers, timeout=SOON).raise_for_status()
        answer = ended(key)
    assert (answer.state, answer.sentences[0]["is_verified"]) == ("complete", True), answer.error_code
