"""Completion of arguments, asked for by the client of the SDK: only what the caller may see and models may read."""

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

from corpuses.annotations.labels.services import create_label
from corpuses.models import Corpus

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "cartulary://documents/{id}/pages/{n}"


def complete(client, ref, name, value="", **given):
    argument = {"name": name, "value": value}
    found = client.use(lambda connected: connected.complete(ref, argument, given or None)).completion
    assert found.has_more is False
    return found.values


def prompt(name):
    return PromptReference(type="ref/prompt", name=name)


def template(uri):
    return ResourceTemplateReference(type="ref/resource", uri=uri)


def test_titles_and_labels_are_completed(client, user, corpus, document):
    for name in ("Notice period", "Notice of defects", "Rent"):
        create_label(corpus, name=name, actor=user)
    beginning = document.title[:4].upper()
    assert complete(client, prompt("review_contract"), "document", beginning) == [document.title]
    assert complete(client, prompt("compare_documents"), "second", "no such title") == []
    assert complete(client, prompt("find_clause"), "corpus", corpus.title[1:4]) == [corpus.title]
    assert complete(client, prompt("propose_labels"), "topics", "notice") == ["Notice of defects", "Notice period"]
    assert complete(client, prompt("propose_labels"), "topics", "Parties, re") == ["Parties, Rent"]
    assert complete(client, prompt("review_contract"), "focus", "li") == []


def test_templates_are_completed_with_ids_and_pages(client, corpus, document):
    assert complete(client, template("cartulary://corpora/{id}"), "id", corpus.title[:3]) == [str(corpus.pk)]
    assert complete(client, template(PAGE), "id", str(document.pk)[:13]) == [str(document.pk)]
    pages = [str(number) for number in range(1, document.page_count + 1)]
    assert complete(client, template(PAGE), "n", id=str(document.pk)) == pages
    assert complete(client, template(PAGE), "n", id="nothing") == []


def test_hidden_objects_complete_nothing(client_of, other_user, corpus, document, user):
    create_label(corpus, name="Secret", actor=user)
    client = client_of(other_user)
    assert complete(client, prompt("review_contract"), "document") == []
    assert corpus.title not in complete(client, prompt("find_clause"), "corpus")
    assert complete(client, prompt("propose_labels"), "topics", "Secret") == []
    assert complete(client, template(PAGE), "id", str(document.pk)) == []
    assert complete(client, template(PAGE), "n", id=str(document.pk)) == []


def test_what_models_may_not_read_completes_nothing(client, corpus, document):
    Corpus.objects.filter(pk=corpus.pk).update(allows_language_models=False)
    assert complete(client, prompt("review_contract"), "document", document.title) == []
    assert corpus.title not in complete(client, prompt("find_clause"), "corpus")
    assert complete(client, template(PAGE), "n", id=str(document.pk)) == []


@pytest.mark.parametrize(
    ("ref", "name"),
    [(prompt("nothing"), "document"), (prompt("review_contract"), "nothing"), (template("file:///{id}"), "id")],
)
def test_an_unknown_prompt_or_argument_is_an_error(client, ref, name):
    with pytest.raises(MCPError) as failed:
        complete(client, ref, name)
    assert failed.value.error.data["code"] == "not_found"
