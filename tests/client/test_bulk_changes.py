"""Changes of many documents with the client and the command, against a real server and worker."""

import pytest

from cartulary_client import ApiError, NotFound
from corpuses.annotations.models import DocumentLabel
from corpuses.corpora.services import add_documents, create_corpus
from documents.models import Document
from documents.tests.factories import parsed_document
from tests.client.conftest import PASSWORD

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(server, ada):
    corpus = create_corpus(owner=ada, title="Leases")
    titles = ("Lease 0", "Lease 1", "Lease 2", "Budget")
    add_documents(corpus, [parsed_document(ada, "The tenant pays.", title=title) for title in titles], actor=ada)
    return corpus


def labelled() -> list[str]:
    return list(DocumentLabel.objects.order_by("document__title").values_list("document__title", flat=True))


def test_a_change_is_created_awaited_listed_and_undone(client, corpus):
    label = client.labels.create(str(corpus.pk), "Signed")
    first = client.documents(search="Lease 0").__next__().id
    query = {"corpus": str(corpus.pk), "search": "lease"}
    started = client.bulk_changes.create("label", query, label=label.id, excluded=[first])
    assert (started.kind, started.total, started.target) == ("label", 2, {"label": label.id})
    percents = []
    report = client.bulk_changes.wait(started.id, progress=percents.append)
    assert (report.state, report.changed, report.skipped, report.can_undo) == ("done", 2, [], True)
    assert report.percent == 100
    assert all(0 <= each <= 100 for each in percents)
    assert labelled() == ["Lease 1", "Lease 2"]
    assert [each.id for each in client.bulk_changes.list(corpus=str(corpus.pk))] == [started.id]
    undone = client.bulk_changes.wait(client.bulk_changes.undo(started.id).id)
    assert (undone.is_undone, undone.restored, undone.can_undo) == (True, 2, False)
    assert labelled() == []


@pytest.mark.full
def test_documents_are_removed_only_if_their_number_is_the_expected_one(client, corpus):
    query = {"corpus": str(corpus.pk)}
    with pytest.raises(ApiError) as refused:
        client.bulk_changes.create("remove", query, expected=3)
    assert refused.value.code == "selection_changed"
    report = client.bulk_changes.wait(client.bulk_changes.create("remove", query, expected=4).id)
    assert report.changed == 4
    assert not corpus.documents.exists()
    with pytest.raises(NotFound):
        client.bulk_changes.get(client.labels.create(str(corpus.pk), "Signed").id)


@pytest.mark.full
def test_the_command_changes_and_undoes(command, client, corpus):
    client.labels.create(str(corpus.pk), "Signed")
    field = client.fields.create(str(corpus.pk), "Status", "enum", choices=["Draft", "Signed"])
    command.json_lines("login", "ada", stdin=f"{PASSWORD}\n")
    (change,) = command.json_lines("bulk", "label", "Leases", "Signed", "--search", "lease")
    assert (change["changed"], labelled()) == (3, ["Lease 0", "Lease 1", "Lease 2"])
    (undone,) = command.json_lines("bulk", "undo", change["id"])
    assert (undone["restored"], labelled()) == (3, [])
    command.json_lines("bulk", "set-field", "Leases", "Status", "Draft", "--search", "budget")
    assert [each.text for each in client.fields.values(str(corpus.pk), field=field.id)] == ["Draft"]
    assert [each["kind"] for each in command.json_lines("bulk", "list")] == ["set_field", "label"]
    refused = command("bulk", "delete", "--search", "lease")
    assert refused.returncode == 1
    assert "3 documents selected. Use --yes" in refused.stderr
    (deleted,) = command.json_lines("bulk", "delete", "--search", "lease", "--yes")
    assert deleted["changed"] == 3
    assert list(Document.objects.values_list("title", flat=True)) == ["Budget"]
    assert command("bulk", "label", "Leases", "Unknown").returncode == 1
