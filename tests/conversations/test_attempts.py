"""Attempts at answers: one that was cancelled changes nothing any more, and the next one begins anew."""

from dataclasses import replace
from decimal import Decimal

import pytest
from pydantic_ai.usage import RunUsage

from core.errors import NotAllowed
from corpuses.conversations import states
from corpuses.conversations.calling import call_tool
from corpuses.conversations.limits import answer_limits
from corpuses.conversations.metering import Meter, Payer
from corpuses.conversations.models import Message, Proposal, ToolCall
from corpuses.conversations.proposals.tools import proposing_tools
from corpuses.conversations.tools import TOOLS
from corpuses.providers.models import LlmUsage
from corpuses.providers.services import Price
from tests.conversations.conftest import ended
from tests.conversations.test_agent import answer, sourced
from tests.conversations.test_proposals import annotation_call, propose
from tests.upstreams import calls, fails, says

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def waiting(conversation):
    """Return an answer that nothing works on."""
    key = conversation.rsplit("/", 1)[1]
    return Message.objects.create(conversation_id=key, order=1, role="assistant", state="waiting")


def test_a_tool_is_not_called_for_an_answer_that_was_cancelled(waiting):
    message = states.claim(waiting.pk)
    states.cancel(message)
    with pytest.raises(NotAllowed):
        call_tool(message, TOOLS[0], {})
    assert not ToolCall.objects.exists()


def test_a_cancelled_attempt_adds_no_tokens_to_the_next_one(user, waiting):
    first = states.claim(waiting.pk)
    states.cancel(waiting)
    states.start(waiting)
    price = Price(Decimal(1), Decimal(1))
    payer = Payer(
        tenant_id=user.tenant_id, corpus=None, job_id=waiting.pk, purpose="conversation", model="scripted", price=price
    )
    for attempt, tokens in ((first, 300), (waiting, 50)):
        meter = Meter(attempt, payer, answer_limits(None), lambda _: None)
        meter.usage.incr(RunUsage(input_tokens=tokens, output_tokens=20))
        meter.record()
    shown = Message.objects.get(pk=waiting.pk)
    assert (shown.input_tokens, shown.output_tokens, shown.cost) == (50, 20, Decimal("0.00007"))
    assert set(LlmUsage.objects.values_list("input_tokens", flat=True)) == {300, 50}


def test_a_cancelled_attempt_adds_no_proposal_to_the_next_one(user, corpus, document, waiting):
    """The answer is cancelled, and tried again, while a tool of the first attempt runs."""
    first = states.claim(waiting.pk)
    (tool,) = [each for each in proposing_tools(corpus, user) if each.name == "propose_comment"]

    def run(context, arguments):
        states.cancel(waiting)
        states.clear_steps(waiting)
        states.start(waiting)
        return tool.run(context, arguments)

    arguments = {"document": str(document.pk), "text": "Who is the tenant?"}
    assert "The answer was cancelled" in call_tool(first, replace(tool, run=run), arguments)
    assert (Proposal.objects.count(), ToolCall.objects.count()) == (0, 0)
    assert "Proposed." in call_tool(waiting, tool, arguments)


def test_another_attempt_begins_without_the_steps_of_the_one_before(api, conversation, document, model):
    failed = answer(api, conversation, model, calls(("search", {"query": "rent"})), fails(400))
    assert (failed.state, failed.tool_calls.count()) == ("failed", 1)
    model.script[:] = [sourced(document)]
    api.send("POST", f"/api/v1/messages/{failed.pk}/retry", {})
    assert ended(failed.pk).state == "complete"
    assert not failed.tool_calls.exists()


def test_another_attempt_begins_without_pending_proposals(api, conversation, document, model):
    propose(api, conversation, model, annotation_call(document))
    message = Message.objects.get(role="assistant")
    Message.objects.filter(pk=message.pk).update(state="failed", error_code="answer_interrupted")
    model.script[:] = [says("NOT FOUND")]
    api.send("POST", f"/api/v1/messages/{message.pk}/retry", {})
    assert ended(message.pk).state == "complete"
    assert not Proposal.objects.exists()
