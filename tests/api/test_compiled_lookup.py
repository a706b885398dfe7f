"""Compiled lookups return the same objects as the querysets that they were compiled from."""

import threading
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Count, DateTimeField, F, Model, Value
from django.db.models.functions import Cast, Concat, JSONObject, Length
from django.utils import timezone

from core.db.compiled_lookup import CompiledLookup
from corpuses.annotations.models import Annotation, Label
from corpuses.models import Corpus
from corpuses.providers.models import LanguageModel
from documents.api.selectors import get_document_details, get_visible_document
from documents.models import Document, Page
from tests.api.populated import populate
from users.models import User


@pytest.fixture
def document(user) -> Document:
    (corpus,) = populate(user)
    return corpus.documents.get()


def columns(obj: Model, *above: Model) -> dict[str, object]:
    """Return what is loaded of an object and of the objects that were fetched with it."""
    related = {
        name: columns(value, obj, *above)
        for name, value in obj._state.fields_cache.items()
        if isinstance(value, Model) and not any(value is each for each in above)
    }
    return {name: value for name, value in vars(obj).items() if name != "_state"} | related


@pytest.mark.parametrize(
    "rows",
    [
        lambda: Document.objects.select_related("blob", "revision").defer("revision__text", "title"),
        lambda: Document.objects.select_related("parent__parent", "owner__tenant").only("parent", "owner", "state"),
        lambda: Annotation.objects.select_related("label", "corpus__owner", "document__revision"),
        lambda: Annotation.objects.select_related("creator__tenant", "reviewer__tenant", "copied_from__label"),  # nulls
        lambda: Annotation.objects.select_related("label", "document").defer("quote", "label__color"),
        lambda: Page.objects.exclude(revision__published=None),
        lambda: Document.objects.annotate(versions=Count("revisions"), title_length=Length("title")).only("title"),
        lambda: Document.objects.select_related("blob").annotate(
            age=F("modified") - F("created"),  # a duration, which Django converts
            first=JSONObject(title="title", number=Value(Decimal("1.50"))),
            none=Cast(Value(None), DateTimeField(null=True)),
        ),
        lambda: User.objects.select_related("tenant").annotate(name_once_more=Concat("username", Value("?"))),
        lambda: Corpus.objects.select_related("language_model"),  # bytes, and a relation from the other side
        Corpus.objects.all,
        Label.objects.all,
    ],
)
def test_an_object_is_the_one_of_the_queryset(rows, document, django_assert_num_queries):
    LanguageModel.objects.create(
        corpus=document.corpuses.get(), base_url="https://example.org", model="m", encrypted_key=b"secret"
    )
    lookup = CompiledLookup(rows, "pk")
    expected = rows().get(pk=rows().first().pk)
    for _ in range(2):  # compiled, and used again
        with django_assert_num_queries(1):
            found = lookup.get(expected.pk)
        assert columns(found) == columns(expected)
        assert found.get_deferred_fields() == expected.get_deferred_fields()
        assert found._state.db == expected._state.db
        assert not found._state.adding


def test_all_objects(document, user, django_assert_num_queries):
    (other,) = populate(user)
    lookup = CompiledLookup(Label.objects.all, "corpus", "name__any")
    labels = {label.name: label for label in Label.objects.filter(corpus=other)}
    with django_assert_num_queries(1):
        found = lookup.all(other.pk, [*labels, "Nonesuch"])
    assert {label.name: columns(label) for label in found} == {name: columns(each) for name, each in labels.items()}
    assert lookup.all(other.pk, []) == []


def test_several_lookups_and_their_order(document):
    lookup = CompiledLookup(Page.objects.all, "revision", "number", "revision__created__lte")
    page = Page.objects.get(revision=document.revision_id, number=1)
    assert lookup.get(document.revision_id, 1, timezone.now()) == page
    assert lookup.get(document.revision_id, 999, timezone.now()) is None
    assert lookup.get(uuid4(), 1, timezone.now()) is None


def test_a_lookup_is_shared_by_threads(document):
    lookup, found = CompiledLookup(Document.objects.all, "pk"), []

    def look_up() -> None:
        try:
            found.append(lookup.get(uuid4()))
        finally:
            connection.close()

    threads = [threading.Thread(target=look_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [None] * 4
    assert lookup.get(document.pk) == document  # of this connection's transaction


def test_attachments_are_counted_with_a_document(user, document, django_assert_num_queries):
    for read in (get_visible_document, get_document_details):
        with django_assert_num_queries(1):
            assert read(user, document.pk).upload_attachment_count == 0
    Document.objects.create(
        owner=user, tenant=user.tenant, blob=document.blob, parent=document, path="a.txt", filename="a.txt"
    )
    assert get_visible_document(user, document.pk).upload_attachment_count == 1
