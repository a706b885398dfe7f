"""The operations of the client that are grouped by resource, against a real server and worker."""

import json
from datetime import UTC, date, datetime

import pytest

from cartulary_client import ApiError, CartularyError, Client, Conflict, Destination, EditConflict, NotFound
from corpuses.conversations.models import Message
from tests.client.conftest import PASSWORD
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TEXT = "Lease.\n\nThe tenant pays 1,200 euros on the first of every month.\n\nThe lease ends on 30 June 2027.\n"


@pytest.fixture
def corpus(client):
    return client.create_corpus("Leases").id


@pytest.fixture
def document(client, corpus, tmp_path):
    """Upload a lease, and wait until it has been processed and indexed."""
    file = tmp_path / "lease.txt"
    file.write_text(TEXT)
    (result,) = client.upload_all(file, destination=Destination(corpus=corpus))
    assert [each.state for each in client.wait([result.document])] == ["ready"]
    client.wait_for_actions(corpus)
    return result.document


def place_of(words):
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words)}


def test_a_corpus_is_changed_unless_another_user_has_changed_it(client, corpus):
    before = client.corpus(corpus)
    changed = client.change_corpus(
        corpus, title="Contracts", allows_language_models=False, answer_tokens=50_000, version=before.version
    )
    assert (changed.title, changed.description, changed.sends_text_to) == ("Contracts", "", "")
    assert (before.allows_language_models, before.answer_tokens) == (True, 0)
    assert (changed.allows_language_models, changed.answer_tokens, changed.answer_cost) == (False, 50_000, 0.0)
    with pytest.raises(EditConflict):
        client.change_corpus(corpus, title="Leases", version=before.version)


def test_labels_are_created_moved_archived_merged_and_deleted(client, corpus):
    party = client.labels.create(corpus, "Party", color="#2f7fc4", description="Who signs.")
    tenant = client.labels.create(corpus, "Tenant", parent=party.id)
    assert (tenant.path, tenant.parent, client.labels.get(party.id)) == (
        "Party \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Tenant",
        party.id,
        party,
    )
    assert client.labels.find(corpus, "Tenant") == client.labels.find(corpus, tenant.path) == tenant
    with pytest.raises(NotFound):
        client.labels.find(corpus, "Landlord")
    renamed = client.labels.change(tenant.id, name="Lessee", version=tenant.version)
    with pytest.raises(EditConflict):
        client.labels.change(tenant.id, name="Renter", version=tenant.version)
    assert [each.name for each in client.labels.list(corpus)] == ["Party", renamed.name]
    archived = client.labels.archive(tenant.id)
    assert archived.archived > datetime(2026, 1, 1, tzinfo=UTC)
    assert [each.id for each in client.labels.list(corpus, archived=True)] == [tenant.id]
    assert [each.id for each in client.labels.list(corpus, archived=False)] == [party.id]
    assert client.labels.unarchive(tenant.id).archived is None
    assert client.labels.merge(tenant.id, party.id).id == party.id
    client.labels.delete(party.id)
    assert list(client.labels.list(corpus)) == []


@pytest.mark.full
def test_a_label_that_is_in_use_is_only_deleted_with_its_annotations(client, corpus, document):
    annotation = client.annotate(corpus, document, "Rent", **place_of("1,200 euros"))
    with pytest.raises(Conflict):
        client.labels.delete(annotation.label)
    state = client.labels.suggestions(annotation.label)
    assert (state.example_count, state.job) == (1, None)
    with pytest.raises(ApiError) as refused:
        client.labels.suggest(annotation.label)
    assert refused.value.code == "too_few_examples"
    client.labels.delete(annotation.label, with_annotations=True)
    assert list(client.annotations(corpus=corpus)) == []


@pytest.mark.full
def test_documents_get_labels_and_field_values(client, corpus, document):
    label = client.labels.create(corpus, "Signed")
    assert client.document_labels.add(label.id, [document]) == [document]
    assert client.document_labels.add(label.id, [document]) == []
    (labelled,) = client.document_labels.list(corpus, document=document)
    assert (labelled.label_name, labelled.source) == ("Signed", "human")
    assert client.document_labels.remove(label.id, [document]) == [document]

    field = client.fields.create(corpus, "Status", "enum", choices=["Draft", "Signed"])
    with pytest.raises(Conflict):
        client.fields.create(corpus, "Status", "string")
    assert client.fields.set(field.id, [document], "Draft") == [document]
    (value,) = client.fields.values(corpus, field=field.id)
    assert (value.document, value.values, value.text) == (document, ["Draft"], "Draft")
    with pytest.raises(EditConflict):
        client.fields.set(field.id, [document], "Signed", versions=["another"])
    changed = client.fields.change(field.id, renamed={"Draft": "Outline"}, version=field.version)
    assert changed.choices == ["Outline", "Signed"]
    assert [each.text for each in client.fields.values(corpus, document=document)] == ["Outline"]
    assert client.fields.set(field.id, [document]) == [document]
    assert client.fields.get(field.id).value_count == 0
    client.fields.delete(field.id)
    assert list(client.fields.list(corpus)) == []


@pytest.mark.full
def test_relations_and_reviews_of_annotations(client, corpus, document):
    tenant = client.annotate(corpus, document, "Party", **place_of("The tenant"))
    rent = client.annotate(corpus, document, "Rent", **place_of("1,200 euros"))
    relation = client.relations.create(corpus, tenant.id, rent.id, label_name="pays")
    assert client.relations.create(corpus, tenant.id, rent.id, label=relation.label) == relation
    assert list(client.relations.list(corpus, annotation=rent.id)) == [client.relations.get(relation.id)]
    with pytest.raises(ApiError) as refused:
        client.review_annotations("accepted", rent.id)
    assert refused.value.code == "annotation_not_suggested"
    assert client.review_annotations("rejected", corpus=corpus) == 0
    assert client.relations.update(relation.id, label_name="owes", version=relation.version).label_name == "owes"
    client.relations.delete(relation.id)
    assert list(client.relations.list(corpus)) == []


@pytest.mark.full
def test_a_new_version_replaces_a_document(client, corpus, document, tmp_path):
    file = tmp_path / "signed.txt"
    file.write_text(TEXT.replace("1,200", "1,300"))
    newer = client.versions.upload(document, file, title="Signed lease")
    assert [each.state for each in client.wait([newer.id])] == ["ready"]
    newest, older = client.versions.list(newer.id)
    assert (newest.id, newest.number, newest.is_newest, newest.title) == (newer.id, 2, True, "Signed lease")
    assert (older.id, older.is_newest, older.uploaded_by["username"]) == (document, False, "ada")
    comparison = client.versions.compare(newer.id, old_document=document)
    assert comparison.change_count == 1
    assert [each.id for each in client.documents(corpus=corpus)] == [newer.id]
    with pytest.raises(Conflict):
        client.versions.upload(newer.id, file)


@pytest.mark.full
def test_annotations_are_exported_by_a_job_and_imported_into_another_corpus(client, corpus, document, tmp_path):
    client.annotate(corpus, document, "Rent", **place_of("1,200 euros"))
    started = client.exports.start(corpus, "annotations", format="jsonl", query={"source": "human"})
    with pytest.raises(CartularyError):
        client.exports.start(corpus, "annotations", query={"source": "martian"})
    written = client.exports.wait(started.id)
    assert (written.state, written.rows, written.progress) == ("done", 1, 100)
    assert [each.id for each in client.exports.list(corpus=corpus)] == [started.id]
    file = tmp_path / "annotations.jsonl"
    assert client.exports.download(started.id, file) == written.size == file.stat().st_size
    client.exports.delete(started.id)
    with pytest.raises(NotFound):
        client.exports.get(started.id)

    other = client.create_corpus("Copies").id
    client.add_documents(other, [document])
    row = json.loads(file.read_text())
    wrong = {**row, "id": None, "quote": "words that are not there", "start": None, "end": None}
    file.write_text(f"{json.dumps(row)}\n{json.dumps(wrong)}\n")
    percentages = []
    imported = client.annotation_imports.start(other, file)
    report = client.annotation_imports.wait(imported, progress=percentages.append)
    assert (report.state, report.added, report.refused, report.rows) == ("done", 1, 1, 2)
    assert [each["line"] for each in report.problems] == [2]
    assert percentages
    assert [each.quote for each in client.annotations(corpus=other)] == ["1,200 euros"]
    assert client.annotation_imports.get(other, imported.id) == report


@pytest.mark.full
def test_comments_are_written_resolved_deleted_and_restored(client, server, corpus, document):
    thread = client.comments.start(corpus, "Is this signed?", document=document)
    comment = client.comments.write(thread.id, "No.")
    edited = client.comments.edit(comment.id, "Yes.", version=comment.version)
    assert [each.text for each in client.comments.list(thread.id)] == ["Is this signed?", edited.text]
    with pytest.raises(EditConflict):
        client.comments.edit(comment.id, "No.", version=comment.version)
    assert client.comments.resolve(thread.id).is_resolved
    assert [each.id for each in client.comments.threads(corpus, document=document, resolved=True)] == [thread.id]
    assert not client.comments.reopen(thread.id).is_resolved
    assert client.comments.thread(thread.id).comment_count == 2
    client.comments.delete(comment.id)
    (item,) = client.bin.list(kind="comment")
    assert (item.id, item.document, item.purged_at > item.deleted_at) == (comment.id, document, True)
    assert client.bin.restore(comment.id).id == comment.id
    client.comments.delete(comment.id)
    client.bin.purge(comment.id)
    assert list(client.bin.list(mine=True)) == []
    client.delete_document(document)
    client.bin.empty(kind="document")

    User.objects.create_user("eve", "eve@example.org", PASSWORD)
    with Client.log_in(server, "eve", PASSWORD) as eve, pytest.raises(NotFound):
        eve.comments.thread(thread.id)


@pytest.mark.full
def test_views_are_saved_and_presence_is_reported(client, corpus, document):
    view = client.saved_views.create("documents", "Failed", {"state": "FAILED"})
    of_corpus = client.saved_views.create("annotations", "Mine", {"by": "HUMAN"}, corpus=corpus, is_shared=True)
    assert [each.name for each in client.saved_views.list()] == ["Failed", "Mine"]
    assert list(client.saved_views.list(corpus=corpus, kind="annotations")) == [of_corpus]
    changed = client.saved_views.change(view.id, name="To repair", version=view.version)
    assert client.saved_views.get(view.id) == changed
    with pytest.raises(EditConflict):
        client.saved_views.change(view.id, name="Broken", version=view.version)
    client.saved_views.delete(view.id)
    with pytest.raises(NotFound):
        client.saved_views.get(view.id)
    selection = [{"page": 1, "first": 0, "last": 2}]
    assert client.presence.report(document, 1, selection=selection) == []  # no one else has access
    box = {"page": 1, "left": 0.1, "top": 0.1, "right": 0.2, "bottom": 0.2}
    assert client.presence.report(document, 1, box=box) == []
    assert client.presence.leave(document) == []


@pytest.mark.full
def test_questions_are_asked_in_a_conversation(client, corpus, document):
    conversation = client.conversations.create(corpus=corpus, title="Rent")
    answer = client.conversations.ask(conversation.id, "How much does the tenant pay?")
    assert (answer.state, answer.engine, answer.has_answer) == ("complete", "reader", True)
    assert answer.finished >= answer.created
    (citation, *_) = answer.sentences[0]["citations"]
    assert citation["quote"] in TEXT
    assert [each.role for each in client.conversations.messages(conversation.id)] == ["user", "assistant"]
    with pytest.raises(Conflict):
        client.conversations.cancel(answer.id)
    annotations = client.conversations.save(answer.id, "annotations", label="Rent")
    assert [each.id for each in client.annotations(corpus=corpus)] == annotations
    with pytest.raises(Conflict):
        client.conversations.retry(answer.id)
    Message.objects.filter(pk=answer.id).update(state=Message.State.CANCELLED)
    again = client.conversations.retry(answer.id, by_reader=True)
    assert client.conversations.wait(again.id).state == "complete"
    events = client.conversations.stream(conversation.id)
    assert next(events)[0]
    renamed = client.conversations.rename(conversation.id, "Money", version=conversation.version)
    assert [each.title for each in client.conversations.list(corpus=corpus)] == [renamed.title]
    client.conversations.delete(conversation.id)
    with pytest.raises(NotFound):
        client.conversations.get(conversation.id)


@pytest.mark.full
def test_obligations_are_listed_and_written_to_a_calendar(client, corpus, document, tmp_path):
    action = client.create_action(corpus, "analyze", analyzer="deadlines")
    client.run_action(action.id)
    client.wait_for_actions(corpus)
    (obligation,) = client.obligations.list(corpus, document=document)
    assert (obligation.kind, obligation.due) == ("term_end", date(2027, 6, 30))
    assert list(client.obligations.list(corpus, due_from=date(2028, 1, 1))) == []
    changed = client.obligations.update(obligation.id, is_done=True, due=date(2027, 7, 31), version=obligation.version)
    assert (changed.done is not None, changed.due) == (True, date(2027, 7, 31))
    assert client.obligations.get(obligation.id) == changed
    assert client.obligations.update(obligation.id, due=None).due == obligation.due
    client.obligations.update(obligation.id, due=date(2027, 7, 31))
    assert list(client.obligations.list(corpus, is_done=False)) == []
    calendar = tmp_path / "obligations.ics"
    size = client.obligations.export(corpus, calendar, due_until=date(2027, 12, 31))
    assert (size, calendar.read_text().count("BEGIN:VEVENT")) == (calendar.stat().st_size, 1)
    feed = client.obligations.create_feed(corpus)
    assert [each.path for each in client.obligations.feeds(corpus)] == [feed.path]
    client.obligations.revoke_feed(feed.id)
    assert list(client.obligations.feeds(corpus)) == []


def test_similar_texts_are_compared_and_listed(client, corpus, tmp_path):
    clause = (
        "Neither party may assign this agreement or any of its rights under it in whole or in part without "
        "the prior written consent of the other party, which may not be refused without a good reason.\n"
    )
    about = {
        "Lease": "The landlord lets the rooms on the second floor of the house by the harbour, with their cellar.",
        "Licence": "The vendor permits its customers to install the program on ten machines and to keep two copies.",
    }
    for name, sentence in about.items():
        (tmp_path / f"{name}.txt").write_text(f"{name}\n\n{sentence}\n\n{clause}")
    results = client.upload_all(tmp_path, destination=Destination(corpus=corpus))
    documents = {result.document for result in results}
    assert {each.state for each in client.wait(documents)} == {"ready"}
    client.wait_for_actions(corpus)
    assert client.similar_texts.get(corpus).compared_at is None
    client.similar_texts.find(corpus)
    compared = client.similar_texts.wait(corpus)
    assert (compared.state, compared.new_document_count, compared.is_complete) == ("success", 0, True)
    assert isinstance(compared.compared_at, datetime)
    (group,) = client.similar_texts.groups(corpus, "clause")
    assert {text["document"] for text in group.texts} == documents
    first, second = group.texts
    found = client.similar_texts.same_clauses(corpus, first["document"], start=first["start"], end=first["end"])
    assert [(each.document, each.similarity) for each in found] == [(second["document"], 1.0)]
