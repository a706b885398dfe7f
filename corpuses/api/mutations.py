"""What can be done to corpora."""

from typing import TYPE_CHECKING, Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from core.errors import Invalid, NotFound
from corpuses.annotations.editing import delete_label, update_label
from corpuses.annotations.services import create_label
from corpuses.api.labels import Label
from corpuses.api.selectors import get_corpus_by_id, get_visible_label
from corpuses.api.types import Corpus
from corpuses.services import corpora
from documents.api.selectors import visible_documents
from documents.models import Document

if TYPE_CHECKING:
    from core.access.actors import Actor

MANY = 500


class CreateCorpusInput(graphene.InputObjectType):
    """A new corpus."""

    title = graphene.String(required=True)
    description = graphene.String()


class CreateCorpus(Mutation):
    """Make a corpus."""

    class Meta:
        input_type = CreateCorpusInput

    corpus = graphene.Field(Corpus)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        return {"corpus": corpora.create_corpus(owner=info.context.user, **values)}


class _DocumentsOfCorpus(graphene.InputObjectType):
    corpus_id = graphene.ID(required=True)
    document_ids = graphene.List(graphene.NonNull(graphene.ID), required=True)


class AddDocumentsToCorpusInput(_DocumentsOfCorpus):
    """Which documents, and where to."""


class AddDocumentsToCorpus(Mutation):
    """Put documents into a corpus; those that are in it already stay as they are."""

    class Meta:
        input_type = AddDocumentsToCorpusInput

    corpus = graphene.Field(Corpus)
    added = graphene.Int(required=True)
    added_ids = graphene.List(graphene.NonNull(graphene.ID), required=True, description="of those that were not in it")
    refused = {"added": 0, "added_ids": []}

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        corpus = get_corpus_by_id(person, values["corpus_id"])
        documents = documents_named(person, values["document_ids"])
        added = corpora.add_documents(corpus, documents, actor=person)
        ids = [to_global_id("Document", str(document.pk)) for document in added]
        return {"corpus": corpus, "added": len(ids), "added_ids": ids}


class RemoveDocumentsFromCorpusInput(_DocumentsOfCorpus):
    """Which documents, and where from."""


class RemoveDocumentsFromCorpus(Mutation):
    """Take documents out of a corpus; they are not deleted."""

    class Meta:
        input_type = RemoveDocumentsFromCorpusInput

    corpus = graphene.Field(Corpus)
    removed = graphene.Int(required=True)
    refused = {"removed": 0}

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        corpus = get_corpus_by_id(person, values["corpus_id"])
        documents = documents_named(person, values["document_ids"])
        return {"corpus": corpus, "removed": corpora.remove_documents(corpus, documents, actor=person)}


class CreateLabelInput(graphene.InputObjectType):
    """A new label; a colour is chosen where none is given."""

    corpus_id = graphene.ID(required=True)
    name = graphene.String(required=True)
    color = graphene.String()


class CreateLabel(Mutation):
    """Add a label to a corpus; a label of that name is given back as it is."""

    class Meta:
        input_type = CreateLabelInput

    label = graphene.Field(Label)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        corpus = get_corpus_by_id(info.context.user, values.pop("corpus_id"))
        return {"label": create_label(corpus, actor=info.context.user, **values)}


def documents_named(actor: "Actor", ids: list[str]) -> list[Document]:
    """All of them or `NotFound`: a part of a request is never done silently."""
    if len(ids) > MANY:
        raise Invalid(f"At most {MANY} documents at once.", field="documentIds")
    keys = {parse_key(each, "Document") for each in ids}
    found = list(visible_documents(actor).filter(pk__in=keys))
    if len(found) != len(keys):
        raise NotFound(field="documentIds")
    return found


class UpdateCorpusInput(graphene.InputObjectType):
    """What changes; with the `version` that you have seen, nothing that somebody else has changed is overwritten."""

    id = graphene.ID(required=True)
    title = graphene.String()
    description = graphene.String()
    version = graphene.String()


class UpdateCorpus(Mutation):
    """Change a corpus; what is absent stays as it is."""

    class Meta:
        input_type = UpdateCorpusInput

    corpus = graphene.Field(Corpus)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        corpus, expected = get_corpus_by_id(person, values.pop("id")), values.pop("version", None)
        return {"corpus": corpora.update_corpus(corpus, actor=person, expected=expected, **values)}


class DeleteCorpusInput(graphene.InputObjectType):
    """Which corpus; `permanently` removes it at once."""

    id = graphene.ID(required=True)
    permanently = graphene.Boolean()


class DeleteCorpus(Mutation):
    """Move a corpus to the bin, or remove it at once; its documents stay."""

    class Meta:
        input_type = DeleteCorpusInput

    deleted_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        corpus = get_corpus_by_id(info.context.user, values["id"])
        key = str(corpus.pk)
        corpora.delete_corpus(corpus, actor=info.context.user, permanently=values.get("permanently", False))
        return {"deleted_id": to_global_id("Corpus", key)}


class UpdateLabelInput(graphene.InputObjectType):
    """What changes of a label."""

    id = graphene.ID(required=True)
    name = graphene.String()
    color = graphene.String()
    version = graphene.String()


class UpdateLabel(Mutation):
    """Rename or recolour a label; its annotations keep it."""

    class Meta:
        input_type = UpdateLabelInput

    label = graphene.Field(Label)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        label, expected = get_visible_label(person, parse_key(values.pop("id"), "Label")), values.pop("version", None)
        return {"label": update_label(label, actor=person, expected=expected, **values)}


class DeleteLabelInput(graphene.InputObjectType):
    """Which label, and whether its annotations go as well."""

    id = graphene.ID(required=True)
    with_annotations = graphene.Boolean()
    permanently = graphene.Boolean()


class DeleteLabel(Mutation):
    """Move a label to the bin, or remove it at once; one that is in use only with its annotations."""

    class Meta:
        input_type = DeleteLabelInput

    deleted_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person, key = info.context.user, parse_key(values.pop("id"), "Label")
        delete_label(get_visible_label(person, key), actor=person, **values)
        return {"deleted_id": to_global_id("Label", str(key))}


class CorpusMutations(graphene.ObjectType):
    """Fields of the root."""

    update_corpus = UpdateCorpus.field()
    delete_corpus = DeleteCorpus.field()
    update_label = UpdateLabel.field()
    delete_label = DeleteLabel.field()
    create_corpus = CreateCorpus.field()
    add_documents_to_corpus = AddDocumentsToCorpus.field()
    remove_documents_from_corpus = RemoveDocumentsFromCorpus.field()
    create_label = CreateLabel.field()
