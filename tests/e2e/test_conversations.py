"""Conversations: questions about a corpus or all documents, and answers whose sources open the document."""

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from corpuses.annotations.models import Annotation
from corpuses.comments.models import Comment
from corpuses.conversations.models import Message
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.providers.models import LanguageModel
from tests.upstreams import Reply, calls, fails, says, scripted_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

QUESTION = "What does the client pay?"


@pytest.fixture
def agreement(upload_ready):
    return upload_ready("hosting-agreement.pdf")


@pytest.fixture
def corpus(user, agreement):
    corpus = create_corpus(owner=user, title="Contracts")
    add_documents(corpus, [agreement], actor=user)
    return corpus


def ask(page, question, *, field="Question"):
    box = page.get_by_role("textbox", name=field)
    expect(box).to_be_focused() if field == "Question" else box.focus()
    box.fill(question)
    # It sends nothing while the question before this one is answered.
    expect(page.locator("form").filter(has=box).get_by_role("button", name="Ask")).to_be_enabled()
    box.press("Enter")
    expect(page.get_by_role("log").get_by_role("heading", name=question)).to_be_visible()


def ask_a_corpus(page, agreement, corpus, check):
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("tab", name="Ask").click()
    expect(page.get_by_role("heading", name="Ask “Contracts”")).to_be_visible()
    check(page, "ask-corpus")
    ask(page, QUESTION)
    answer = page.get_by_role("article", name="Answer").last
    sources = answer.get_by_role("list", name="Sources")
    expect(sources).to_be_visible()
    cited = Message.objects.get(role="assistant").sentences[0]["citations"][0]
    assert cited["quote"] in agreement.revision.text
    expect(answer.locator("mark").first).to_have_text(cited["quote"])
    expect(answer).to_contain_text("offline reader")
    check(page, "ask-corpus-answered")
    ask(page, "What is the boiling point of water?", field="Next question")
    answers = page.get_by_role("article", name="Answer")
    expect(answers.last).to_contain_text("These documents do not answer the question.")
    page.reload()
    expect(answers).to_have_count(2)
    source = answers.first.get_by_role("list", name="Sources").get_by_role("link").first
    source.hover()
    preview = page.locator("[data-source-preview]")
    expect(preview).to_contain_text(cited["quote"])
    expect(preview.locator("[data-crop=drawn]")).to_be_visible()
    check(page, "ask-source-preview")
    page.mouse.move(0, 0)
    expect(preview).to_have_count(0)
    answers.first.get_by_role("link", name="Source 1").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(preview).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    source.click()
    expect(page).to_have_url(re.compile(rf"/d/{agreement.pk}\?c={corpus.pk}&page=\d+&from=\d+&to=\d+"))
    expect(page.get_by_role("heading", name=agreement.title, level=1)).to_be_visible()
    found = {"from": str(cited["start"]), "to": str(cited["end"])}.items()
    assert found <= dict(parse_qsl(urlsplit(page.url).query)).items()
    expect(page.locator(f'[data-page="{cited["page"]}"] canvas[data-hit="true"]')).to_be_attached()
    expect(page.get_by_role("log").get_by_role("heading", name=QUESTION)).to_be_visible()  # beside the document
    log, field = page.get_by_role("log").bounding_box(), page.get_by_label("Next question").bounding_box()
    assert log["y"] + log["height"] <= field["y"]
    check(page, "ask-beside-document")
    page.get_by_role("link", name="Back to the conversation").click()
    expect(page).to_have_url(re.compile(rf"/c/{corpus.pk}\?tab=ask&conversation="))
    expect(answers).to_have_count(2)


def ask_everything(page, agreement, corpus, check):
    """Save an answer about all documents in a chosen corpus, and make what it proposes there."""
    page.goto("/ask")
    ask(page, "Who signs the agreement?")
    expect(page.get_by_role("article", name="Answer")).to_contain_text("offline reader")
    page.get_by_role("button", name="New conversation").click()
    ask(page, QUESTION)
    conversations = page.get_by_role("navigation", name="Conversations").get_by_role("listitem")
    expect(conversations).to_contain_text(["All documents", "All documents", "Contracts"])
    check(page, "ask-everything")
    answer = page.get_by_role("article", name="Answer")
    answer.get_by_role("button", name="Save…").click()
    dialog = page.get_by_role("dialog", name="Save the answer")
    dialog.get_by_role("combobox", name="Corpus").select_option("Contracts")
    dialog.get_by_role("textbox", name="Label").fill("Payment")
    check(page, "ask-save-corpus")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    assert {each.corpus for each in Annotation.objects.all()} == {corpus}
    Message.objects.filter(role="assistant").latest("id").proposals.create(
        kind="comment", document=agreement, text="Is it per year?"
    )
    page.reload()
    page.get_by_role("region", name="Proposed changes").get_by_role("button", name="Approve").click()
    dialog = page.get_by_role("dialog", name="Approve in a corpus")
    dialog.get_by_role("combobox", name="Corpus").select_option("Contracts")
    dialog.get_by_role("button", name="Approve").click()
    expect(dialog).to_have_count(0)
    assert Comment.objects.get().thread.corpus == corpus


# proves: S4-48
def test_a_corpus_and_everything_are_asked_and_sources_open_their_words(session_page, agreement, corpus, check):
    ask_a_corpus(session_page, agreement, corpus, check)
    ask_everything(session_page, agreement, corpus, check)


@pytest.fixture
def model(corpus, live_stack):
    """Serve a script as the language model of the corpus."""
    with scripted_server([], port=live_stack.model_port) as server:
        LanguageModel.objects.create(corpus=corpus, model="scripted", base_url=server.url, backend="openai")
        yield server


QUOTE = "Client agrees to pay to Company a total of $5,000."


def cited(agreement, text="The client pays $5,000 [1]."):
    return says(f'{text}\n---\n[1] {agreement.pk} "{QUOTE}"')


def play(model, *replies):
    """Let the model reply to its next requests."""
    model.requests.clear()  # the replies are counted from the first request on
    model.script[:] = replies


def test_a_language_model_answers_with_steps_verified_sentences_and_proposals(
    session_page, agreement, corpus, model, check
):
    page = session_page
    price = "The client pays $5,000 [1].\nThe price may rise."
    play(model, calls(("search", {"query": "pay"})), cited(agreement, price))
    page.goto(f"/c/{corpus.pk}?tab=ask")
    ask(page, QUESTION)
    answer = page.get_by_role("article", name="Answer")
    expect(answer.get_by_role("list", name="Sources")).to_contain_text(QUOTE)
    expect(answer).to_contain_text("Answered by scripted")
    expect(answer.get_by_text("Not verified")).to_have_count(1)
    answer.get_by_text("1 step · ").click()
    expect(answer.get_by_text("Searched for “pay”")).to_be_visible()
    check(page, "ask-model")
    answer.get_by_role("button", name="Save…").click()
    dialog = page.get_by_role("dialog", name="Save the answer")
    dialog.get_by_role("textbox", name="Label").fill("Payment")
    check(page, "ask-save")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved 1 annotation.")).to_be_visible()
    saved = Annotation.objects.get()
    assert saved.quote == QUOTE

    proposal = {"document": str(agreement.pk), "page": 1, "quote": QUOTE, "label": "Price", "note": "The total"}
    comment = {"document": str(agreement.pk), "text": "Is it per year?"}
    play(
        model,
        calls(("search", {"query": "pay"}), ("look_at_first_page", {"document": str(agreement.pk)})),
        calls(("propose_annotation", proposal), ("propose_comment", comment)),
        cited(agreement),
    )
    page.goto(f"/c/{corpus.pk}?tab=ask")
    ask(page, f"{QUESTION} Mark it.")
    changes = page.get_by_role("region", name="Proposed changes")
    annotation, thread = (changes.get_by_role("listitem").nth(number) for number in range(2))
    expect(annotation).to_contain_text("Label these words “Price”")
    expect(annotation).to_contain_text(QUOTE)
    assert Annotation.objects.get() == saved
    expect(answer.get_by_role("list", name="Sources")).to_contain_text(QUOTE)
    expect(answer.get_by_text("Not verified")).to_have_count(0)
    expect(answer.get_by_text("4 steps · ")).to_contain_text("1 picture sent (")
    expect(answer.get_by_text("Answered by scripted")).to_contain_text("360 tokens")
    check(page, "ask-proposals")
    annotation.get_by_role("button", name="Approve").click()
    expect(annotation.get_by_text("Approved")).to_be_visible()
    thread.get_by_role("button", name="Reject").click()
    expect(thread.get_by_text("Rejected")).to_be_visible()
    made = Annotation.objects.exclude(pk=saved.pk).get()
    assert (made.quote, made.label.name, made.source, made.review) == (QUOTE, "Price", "agent", "accepted")
    assert not Comment.objects.exists()
    annotation.get_by_role("link").click()
    expect(page.get_by_role("heading", name=agreement.title, level=1)).to_be_visible()


def wait_or_stop(page, agreement, model):
    """Stop a slow answer, and wait for the next attempt, also after a reload."""
    play(model, replace(cited(agreement), latency=20.0), replace(cited(agreement), latency=3.0))
    ask(page, QUESTION)
    answer = page.get_by_role("article", name="Answer")
    expect(answer.get_by_text("Reading the documents")).to_be_visible()
    answer.get_by_role("button", name="Stop").click()
    expect(answer).to_contain_text("You stopped this answer.")
    answer.get_by_role("button", name="Answer again").click()
    expect(answer.get_by_text("Reading the documents")).to_be_visible()
    page.reload()
    expect(answer.get_by_role("list", name="Sources")).to_contain_text(QUOTE)
    assert Message.objects.filter(role="assistant").count() == 1


def survive_failures(page, agreement, model):
    """Try again after each failure of the model, let the offline reader answer, and go on."""
    replies = {
        "The language model is not available right now.": fails(500),
        "The answer of the language model was not valid.": Reply(b"<html>"),
        "The language model refused to answer this.": says("", finish_reason="content_filter"),
        "The language model stopped before the end of its answer.": says("The client", finish_reason="length"),
    }
    for number, (reason, reply) in enumerate(replies.items()):
        play(model, reply)
        if number == 0:
            ask(page, "What does the client pay in total?", field="Next question")
        else:
            page.get_by_role("button", name="Answer again").click()
        expect(page.get_by_role("alert")).to_contain_text(reason)
    page.get_by_role("button", name="Answer with the offline reader").click()
    answer = page.get_by_role("article", name="Answer")
    expect(answer.last.get_by_role("list", name="Sources")).to_be_visible()
    expect(answer.last).to_contain_text("offline reader")
    play(model, cited(agreement))
    ask(page, "Is that all?", field="Next question")
    expect(answer.last.get_by_role("list", name="Sources")).to_contain_text(QUOTE)


def forbid_models(page, corpus, model, check):
    """Send no text if the user forbids it, nor if the owner does."""
    model.requests.clear()
    page.goto(f"/c/{corpus.pk}?tab=ask")
    expect(page.get_by_text("are sent to scripted (127.0.0.1).")).to_be_visible()
    here = page.get_by_role("checkbox", name="Answer on this server only")
    here.click()
    expect(page.get_by_text("No text is sent elsewhere.")).to_be_visible()
    page.get_by_role("textbox", name="Question").focus()
    ask(page, QUESTION)
    answer = page.get_by_role("article", name="Answer")
    expect(answer).to_contain_text("offline reader")
    page.goto(f"/c/{corpus.pk}?tab=ask")
    expect(here).to_be_checked()
    here.click()
    expect(page.get_by_text("are sent to scripted (127.0.0.1).")).to_be_visible()
    page.get_by_role("checkbox", name="Language models may read this corpus").click()
    expect(page.get_by_text("No text of this corpus is sent to a language model")).to_be_visible()
    check(page, "ask-forbidden")
    page.get_by_role("textbox", name="Question").focus()
    ask(page, QUESTION)
    expect(answer).to_contain_text("offline reader")
    assert not model.requests


# proves: S4-43
def test_a_model_is_waited_for_stopped_survived_or_forbidden(session_page, agreement, corpus, model, check):
    session_page.goto(f"/c/{corpus.pk}?tab=ask")
    wait_or_stop(session_page, agreement, model)
    survive_failures(session_page, agreement, model)
    forbid_models(session_page, corpus, model, check)
