"""Save answers as annotations, as comments, and their questions as columns."""

import pytest

from corpuses.annotations.models import Annotation
from corpuses.comments.models import Comment, Thread
from corpuses.conversations.models import Message
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.models import CorpusShare
from documents.models import DocumentShare
from tests.conversations.conftest import LAW, QUESTION, add_document, ended, new_corpus
from tests.conversations.test_agent import answer, sourced
from tests.conversations.test_asking import ask
from tests.conversations.test_proposals import start
from tests.upstreams import says

pytestmark = pytest.mark.django_db(transaction=True)

QUOTE = "a rent of 1,200 dollars"


def save(api, message, status=200, **fields):
    response = api.send("POST", f"/api/v1/messages/{message.pk}/save", fields)
    assert response.status_code == status, response.content
    return response.json()


@pytest.fixture
def answered(api, conversation, document, model):
    return answer(api, conversation, model, sourced(document))


def test_the_cited_words_are_annotated_once(api, user, document, answered):
    for _ in range(2):
        (key,) = save(api, answered, kind="annotations", label="Rent")["ids"]
    row = Annotation.objects.get()
    assert (str(row.pk), row.quote, row.label.name, row.note) == (key, QUOTE, "Rent", "The rent is 1,200 dollars.")
    assert (row.creator, row.source, row.reviewer, row.edits.count()) == (user, "agent", user, 1)


def test_verified_sentences_become_comments_on_the_cited_words(api, user, conversation, document, model):
    key = document.pk
    text = f"""The rent is 1,200 dollars [1][2]. It is due today [3]. It is governed by Ohio law [2].
---
[1] {key} "{QUOTE}"
[2] {key} "laws of the State of Ohio"
[3] {key} "due today\""""
    found = answer(api, conversation, model, says(text))
    assert save(api, found, 400, kind="comments_on_words")["error"]["field"] == "label"
    for _ in range(2):
        keys = save(api, found, kind="comments_on_words", label="Answer")["ids"]
    threads = Thread.objects.order_by("annotation__start").select_related("annotation__label")
    assert {str(each.pk) for each in threads} == set(keys)
    assert [(each.annotation.quote, each.comments.get().text, each.comments.get().author) for each in threads] == [
        (QUOTE, "The rent is 1,200 dollars.", user),
        ("laws of the State of Ohio", "It is governed by Ohio law.", user),
    ]
    marks = {(each.label.name, each.note, each.source, each.reviewer) for each in Annotation.objects.all()}
    assert marks == {("Answer", "", "agent", user)}


def test_comments_on_words_need_a_verified_sentence_of_a_language_model(api, conversation, document, model):
    found = answer(api, conversation, model, sourced(document, quote="a rent of 9,999 dollars"))
    assert save(api, found, 409, kind="comments_on_words", label="Answer")["error"]["code"] == "nothing_to_save"
    api.send("POST", f"{conversation}/messages", {"text": QUESTION, "by_reader": True})
    by_reader = ended(Message.objects.latest("order").pk)
    assert by_reader.has_answer
    assert save(api, by_reader, 409, kind="comments_on_words", label="Answer")["error"]["code"] == "nothing_to_save"
    assert not Annotation.objects.exists()


def test_words_of_another_version_are_left_out(api, user, document, answered):
    document.revision = add_document(user, LAW, title="New version").revision
    document.save(update_fields=["revision"])
    assert save(api, answered, 409, kind="annotations", label="Rent")["error"]["code"] == "nothing_to_save"


def test_the_answer_with_its_sources_becomes_one_comment(api, document, answered):
    for _ in range(2):
        save(api, answered, kind="comment")
    comment = Comment.objects.get()
    assert comment.text == (
        f"{QUESTION}\n\nThe rent is 1,200 dollars.\n\n{document.title}, page 1: \u201c{QUOTE}\u201d"
    )
    assert (comment.thread.document, str(comment.thread.corpus)) == (None, "Leases")


def test_the_question_becomes_one_column(api, user, corpus, answered):
    draft = FieldsetDraft(name="Terms", columns=[ColumnDraft(name=QUESTION, question="Is it a lease?")])
    fieldset = create_fieldset(draft, corpus=corpus, actor=user)
    for _ in range(2):
        save(api, answered, kind="column", fieldset=str(fieldset.pk))
    columns = list(fieldset.columns.values_list("name", "question"))
    assert columns == [(QUESTION, "Is it a lease?"), (f"{QUESTION} (2)", QUESTION)]


def test_without_a_fieldset_the_question_gets_one(api, corpus, answered):
    first, again = (save(api, answered, kind="column")["ids"] for _ in range(2))
    (fieldset,) = corpus.fieldsets.all()
    assert first == again == [str(fieldset.pk)]
    assert (fieldset.name, [each.question for each in fieldset.columns.all()]) == (QUESTION, [QUESTION])


def test_a_new_fieldset_has_a_name_of_its_own(api, user, corpus, answered):
    draft = FieldsetDraft(name=QUESTION, columns=[ColumnDraft(name="Kind", question="What is it?")])
    create_fieldset(draft, corpus=corpus, actor=user)
    (key,) = save(api, answered, kind="column")["ids"]
    assert corpus.fieldsets.get(pk=key).name == f"{QUESTION} (2)"


def test_what_is_missing_is_said(api, answered):
    assert save(api, answered, 400, kind="annotations")["error"]["field"] == "label"
    question = answered.conversation.messages.get(role="user")
    assert save(api, question, 409, kind="comment")["error"]["code"] == "nothing_to_save"


def test_answers_about_no_corpus_are_saved_in_a_chosen_one(api, user, corpus, document, model):
    found = answer(api, start(api), model, sourced(document))
    for fields in ({"kind": "comment"}, {"kind": "annotations", "label": "Rent"}):
        assert save(api, found, 400, **fields)["error"]["field"] == "corpus"
    other = new_corpus(user)
    assert save(api, found, 409, kind="annotations", label="Rent", corpus=str(other.pk))["error"]["code"] == (
        "nothing_to_save"
    )
    # Its members would read words of a document that they may not see.
    assert save(api, found, 400, kind="comment", corpus=str(other.pk))["error"]["field"] == "corpus"
    for _ in range(2):
        save(api, found, kind="annotations", label="Rent", corpus=str(corpus.pk))
        save(api, found, kind="comment", corpus=str(corpus.pk))
    assert (Annotation.objects.get().corpus, Annotation.objects.get().quote) == (corpus, QUOTE)
    assert Comment.objects.get().thread.corpus == corpus
    other.memberships.create(document=document, added_by=user)
    save(api, found, kind="annotations", label="Rent", corpus=str(other.pk))
    assert Annotation.objects.count() == 2


def test_a_corpus_is_chosen_in_which_the_user_may_annotate(other_api, other_user, corpus, document, model):
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=corpus.owner)
    found = answer(other_api, start(other_api), model, sourced(document))
    for fields in ({"kind": "comment"}, {"kind": "annotations", "label": "Rent"}):
        assert save(other_api, found, 403, corpus=str(corpus.pk), **fields)["error"]["code"] == "not_allowed"


def test_viewers_save_nothing(other_api, other_user, corpus, document, model):
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=corpus.owner)
    found = answer(other_api, start(other_api, corpus), model, sourced(document))
    for fields in ({"kind": "annotations", "label": "Rent"}, {"kind": "comment"}):
        assert save(other_api, found, 403, **fields)["error"]["code"] == "not_allowed"
    unproven = answer(other_api, start(other_api, corpus), model, says("It is so."))
    assert save(other_api, unproven, 409, kind="annotations", label="Rent")["error"]["code"] == "nothing_to_save"


def test_sentences_that_are_not_verified_are_marked_in_comments_and_become_no_notes(api, conversation, document, model):
    found = answer(api, conversation, model, sourced(document, quote="a rent of 9,999 dollars"))
    assert not any(sentence["is_verified"] for sentence in found.sentences)
    assert save(api, found, 409, kind="annotations", label="Rent")["error"]["code"] == "nothing_to_save"
    save(api, found, kind="comment")
    for sentence in found.sentences:
        assert f"Not verified: {sentence['text']}" in Comment.objects.get().text


def test_a_missing_answer_is_said_in_the_comment(api, conversation, model):
    found = answer(api, conversation, model, says("NOT FOUND"))
    assert (found.has_answer, found.text) == (False, "")
    save(api, found, kind="comment")
    assert Comment.objects.get().text == f"{QUESTION}\n\nThis is not in these documents."


def test_a_comment_shows_members_nothing_that_they_may_not_see(api, user, other_user, corpus, document, model):
    lease = add_document(other_user, LAW, title="Of another user")
    DocumentShare.objects.create(target=lease, user=user, role="viewer", created_by=other_user)
    corpus.memberships.create(document=lease, added_by=user)
    found = answer(api, start(api, corpus), model, sourced(document))
    citation = {**found.sentences[0]["citations"][0], "document": str(lease.pk)}
    found.sentences[0]["citations"].append(citation)
    found.save()
    error = save(api, found, 400, kind="comment")["error"]
    assert (error["field"], "may not see" in error["message"]) == ("corpus", True)
    corpus.memberships.filter(document=lease).update(added_by=other_user)
    save(api, found, kind="comment")


@pytest.mark.parametrize("scope", ["everything", "corpus"])
def test_a_comment_has_no_unverified_sentence_about_documents_that_members_may_not_see(
    api, user, other_user, corpus, document, model, scope
):
    if scope == "corpus":
        hidden = add_document(other_user, LAW, title="Of another user")
        DocumentShare.objects.create(target=hidden, user=user, role="viewer", created_by=other_user)
        corpus.memberships.create(document=hidden, added_by=user)
    conversation = start(api, corpus if scope == "corpus" else None)
    chosen = {} if scope == "corpus" else {"corpus": str(corpus.pk)}
    text = f'The rent is 1,200 dollars [1]. The secret is Quokka.\n---\n[1] {document.pk} "{QUOTE}"'
    save(api, answer(api, conversation, model, says(text)), kind="comment", **chosen)
    assert Comment.objects.get().text.split("\n\n")[1] == "The rent is 1,200 dollars."
    assert "Quokka" not in Comment.objects.get().text
    unproven = answer(api, conversation, model, says("The secret is Quokka."))
    assert save(api, unproven, 409, kind="comment", **chosen)["error"]["code"] == "nothing_to_save"


def test_sentences_of_the_reader_become_no_notes(api, conversation):
    save(api, ended(ask(api, conversation)["answer"]["id"]), kind="annotations", label="Rent")
    saved = list(Annotation.objects.all())
    assert any("1,200 dollars" in each.quote for each in saved)
    assert {(each.note, each.source) for each in saved} == {("", "human")}
