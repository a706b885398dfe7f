"""What can be said about documents, and taken back."""

from typing import Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from core.errors import Invalid
from corpuses.annotations.anchoring import Span
from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.api.annotations import Annotation
from corpuses.api.selectors import get_corpus_by_id, get_visible_annotation
from documents.api.selectors import get_visible_document

MANY_SPANS = 1_000


class TokenSpanInput(graphene.InputObjectType):
    """Tokens of a page, from `first` to `last`, both included, counted from 0."""

    page = graphene.Int(required=True)
    first = graphene.Int(required=True)
    last = graphene.Int(required=True)


class CreateAnnotationInput(graphene.InputObjectType):
    """A label, by id or by name (made where the corpus has none), and a passage, by tokens or by offsets."""

    id = graphene.UUID(description="made by the client, so that sending twice records once")
    corpus_id = graphene.ID(required=True)
    document_id = graphene.ID(required=True)
    label_id = graphene.ID()
    label = graphene.String()
    spans = graphene.List(graphene.NonNull(TokenSpanInput))
    start = graphene.Int()
    end = graphene.Int()
    note = graphene.String()


class CreateAnnotation(Mutation):
    """Label a passage."""

    class Meta:
        input_type = CreateAnnotationInput

    annotation = graphene.Field(Annotation)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        corpus = get_corpus_by_id(person, values["corpus_id"])
        document = get_visible_document(person, parse_key(values["document_id"], "Document"))
        return {"annotation": annotate(_draft(values), corpus=corpus, document=document, actor=person)}


def _spans(values: dict[str, Any]) -> tuple[Span, ...]:
    spans = values.get("spans", ())
    if len(spans) > MANY_SPANS:
        raise Invalid(f"At most {MANY_SPANS} spans.", field="spans")
    return tuple((span["page"], span["first"], span["last"]) for span in spans)


def _draft(values: dict[str, Any]) -> AnnotationDraft:
    label_id = values.get("label_id")
    return AnnotationDraft(
        id=values.get("id"),
        label_id=parse_key(label_id, "Label") if label_id else None,
        label_name=values.get("label", ""),
        spans=_spans(values),
        start=values.get("start"),
        end=values.get("end"),
        note=values.get("note", ""),
    )


class UpdateAnnotationInput(graphene.InputObjectType):
    """What changes: the label, by id or by name, the passage, by tokens or by offsets, the note."""

    id = graphene.ID(required=True)
    label_id = graphene.ID()
    label = graphene.String()
    spans = graphene.List(graphene.NonNull(TokenSpanInput))
    start = graphene.Int()
    end = graphene.Int()
    note = graphene.String()
    version = graphene.String()


class UpdateAnnotation(Mutation):
    """Change an annotation; what is absent stays as it is."""

    class Meta:
        input_type = UpdateAnnotationInput

    annotation = graphene.Field(Annotation)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        annotation = get_visible_annotation(person, parse_key(values["id"], "Annotation"))
        label_id = values.get("label_id")
        change = AnnotationChange(
            label_id=parse_key(label_id, "Label") if label_id else None,
            label_name=values.get("label"),
            spans=_spans(values),
            start=values.get("start"),
            end=values.get("end"),
            note=values.get("note"),
        )
        changed = update_annotation(annotation, change, actor=person, expected=values.get("version"))
        return {"annotation": changed}


class DeleteAnnotationInput(graphene.InputObjectType):
    """Which annotation; `permanently` removes it at once."""

    id = graphene.ID(required=True)
    permanently = graphene.Boolean()


class DeleteAnnotation(Mutation):
    """Move an annotation to the bin, or remove it at once."""

    class Meta:
        input_type = DeleteAnnotationInput

    deleted_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        key = parse_key(values["id"], "Annotation")
        annotation = Annotation.get_node(info, str(key))
        delete_annotation(annotation, actor=info.context.user, permanently=values.get("permanently", False))
        return {"deleted_id": to_global_id("Annotation", str(key))}


class AnnotationMutations(graphene.ObjectType):
    """Fields of the root."""

    create_annotation = CreateAnnotation.field()
    update_annotation = UpdateAnnotation.field()
    delete_annotation = DeleteAnnotation.field()
