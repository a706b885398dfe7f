"""A corpus whose own language model is on a server that was removed: no question leaves, and the error has a code."""

import pytest
from django.db import connection

from corpuses.providers.allowed import Purpose
from corpuses.providers.editing import ModelDraft, set_language_model
from corpuses.providers.models import AllowedServer
from tests.conversations.test_agent import answer, sourced
from tests.upstreams import calls, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def own(corpus, user, model, settings):
    """Serve a script as the own model of the corpus, which a row allows."""
    with scripted_server([]) as server:
        host = server.url.split("/")[2]
        settings.LLM_ALLOWED_HOSTS = [host]
        AllowedServer.objects.create(purpose=Purpose.LANGUAGE_MODELS, host=host, tenant=user.tenant)
        set_language_model(corpus, ModelDraft(model="own", base_url=server.url), actor=user)
        yield server


def remove():
    AllowedServer.objects.update(host="other.example.com")


def test_a_question_is_not_sent_to_a_server_that_was_removed(api, conversation, document, model, own):
    assert answer(api, conversation, own, sourced(document)).state == "complete"
    asked = len(own.requests)
    remove()
    found = answer(api, conversation, own, sourced(document), question="And the law?")
    assert (found.state, found.error_code) == ("failed", "model_host_not_allowed")
    assert "Allowed servers: other.example.com. An administrator can allow others." in found.error_message
    assert (len(own.requests), model.requests) == (asked, [])  # nor does the model of the installation get it


def test_a_removal_in_the_middle_of_an_answer_ends_it(api, conversation, own):
    def choose(_request):
        try:
            remove()
        finally:
            connection.close()  # of the thread of the server
        return calls(("list_documents", {}))

    own.choose = choose
    found = answer(api, conversation, own)
    assert (found.state, found.error_code) == ("failed", "model_host_not_allowed")
    assert len(own.requests) == 1
