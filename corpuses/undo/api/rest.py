"""Edits in REST: the list, undo and redo."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db.models import Count, QuerySet
from django.db.models.functions import Left
from rest_framework import serializers
from rest_framework.views import APIView

from core.access import Actor
from core.api.rest.list_query import KeyField, KeysField, ListQuery
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, action, list_resources
from core.errors import NotFound
from corpuses.annotations.api.rest.annotations import AnnotationSerializer
from corpuses.annotations.edits import EditOutdated, Undoable
from corpuses.annotations.models import Annotation, Edit, Label
from corpuses.comments.models import Comment
from corpuses.fields.models import DocumentField
from corpuses.undo.api.selectors import list_edits
from corpuses.undo.services import SUBJECTS, redo_edits, undo_edits
from corpuses.visible_rows import visible_rows
from users.api.rest.users import UserNameSerializer
from users.models import User

_LONGEST_TEXT: Final = 200
_OF_FIELDS: Final = {Edit.Subject.FIELD, Edit.Subject.FIELD_VALUE}
Names = Mapping[UUID, str]


def _load_group_sizes(edits: Sequence[Edit], actor: Actor) -> Mapping[UUID, int]:
    """Return the numbers of visible edits of their groups."""
    rows = visible_rows(Edit, actor).filter(group__in={edit.group for edit in edits}).order_by().values("group")
    sizes = dict(rows.annotate(size=Count("pk")).values_list("group", "size"))
    return {edit.pk: sizes[edit.group] for edit in edits}


def _label_names(label_of: Callable[[Undoable, Edit], UUID | None]) -> Callable[[Sequence[Edit], Actor], Names]:
    """Return a loader of the names of labels that edits have."""

    def load(edits: Sequence[Edit], _: Actor) -> Names:
        found = ((edit.pk, label_of(SUBJECTS[edit.subject], edit)) for edit in edits)
        keys = {edit: label for edit, label in found if label is not None}
        rows = Label.with_deleted.filter(pk__in=set(keys.values())) if keys else Label.objects.none()
        names = dict(rows.values_list("pk", "name"))
        return {edit: names[label] for edit, label in keys.items() if label in names}

    return load


def _load_comments(edits: Sequence[Edit], _: Actor) -> Mapping[UUID, str]:
    """Return the beginnings of comments as they are now, without those in the bin."""
    keys = {edit.pk: edit.subject_key for edit in edits if edit.subject == Edit.Subject.COMMENT}
    if not keys:
        return {}
    texts = dict(Comment.objects.filter(pk__in=set(keys.values())).values_list("pk", Left("text", _LONGEST_TEXT)))
    return {edit: texts.get(comment, "") for edit, comment in keys.items()}


def _note(edit: Edit, place: int) -> str | None:
    return str(edit.changes["note"][place]) if "note" in edit.changes else None


def _quote(edit: Edit, place: int) -> str | None:
    # Changes of labels have a place, too: that in their tree.
    is_given = edit.subject == Edit.Subject.ANNOTATION and "place" in edit.changes
    return str(edit.changes["place"][place]["quote"]) if is_given else None


def _load_field_names(edits: Sequence[Edit], _: Actor) -> Mapping[UUID, str]:
    columns = {edit.pk: str(edit.changes["column"]) for edit in edits if edit.subject == Edit.Subject.CELL}
    keys = {edit.pk: edit.subject_key for edit in edits if edit.subject in _OF_FIELDS}
    if not keys:
        return columns
    names = dict(DocumentField.with_deleted.filter(pk__in=set(keys.values())).values_list("pk", "name"))
    return columns | {edit: names.get(field, "") for edit, field in keys.items()}


_VALUE_HELP: Final = (
    "Of the field or the cell; the title of the document; the name of the renamed field or label, or of a merged one "
    "and the other one; the path of the folder; the title of the corpus, if it was changed."
)


class EditSerializer(Resource):
    """A change of an annotation, a relation, a comment, a thread, a label, a field, a folder, a cell or the corpus, or
    of a document: of a label, a value, its title, its folder or its membership in the corpus.

    What it did not change of an annotation is null, before and after.
    """

    id = serializers.UUIDField()
    group = serializers.UUIDField(help_text="Edits of one group are undone together.")
    group_size = serializers.IntegerField(help_text="Number of the edits of the group.")
    kind = EnumField(Edit.Kind)
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(
        source="document_id",
        allow_null=True,
        help_text="Null for changes of the corpus, its labels, fields and folders, and of the comments on it.",
    )
    subject = EnumField(Edit.Subject, help_text="What was changed.")
    subject_id = serializers.UUIDField(source="subject_key")
    annotation = serializers.UUIDField(
        source="annotation_id",
        allow_null=True,
        help_text="Of relations the one where they begin, of comments the one that they are on, if any.",
    )
    actor = UserNameSerializer(allow_null=True)
    label_name = serializers.CharField(
        allow_blank=True,
        help_text="Of the annotation as it is now, the relation or the document; the changed label; otherwise empty.",
    )
    quote = serializers.CharField(allow_blank=True, help_text="Of the annotation as it is now; empty without one.")
    comment = serializers.CharField(
        allow_null=True, help_text="The beginning of the comment as it is now; empty if it was deleted."
    )
    label_before = serializers.CharField(allow_null=True, help_text="Name of the label.")
    label_after = serializers.CharField(allow_null=True)
    quote_before = serializers.CharField(allow_null=True, help_text="Given if the place was changed.")
    quote_after = serializers.CharField(allow_null=True)
    note_before = serializers.CharField(allow_null=True)
    note_after = serializers.CharField(allow_null=True)
    field_name = serializers.CharField(  # type: ignore[assignment]  # REST's word
        allow_null=True, help_text="Of the field or the value, empty if it was purged; the column of the cell."
    )
    value_before = serializers.CharField(allow_null=True, help_text=_VALUE_HELP)
    value_after = serializers.CharField(allow_null=True)
    is_undone = serializers.BooleanField()
    created = serializers.DateTimeField()

    loaders: ClassVar = {
        "group_size": _load_group_sizes,
        "label_name": _label_names(lambda subject, edit: subject.label_of(edit)),
        "comment": _load_comments,
        "label_before": _label_names(lambda subject, edit: subject.label_at(edit, 0)),
        "label_after": _label_names(lambda subject, edit: subject.label_at(edit, 1)),
        "field_name": _load_field_names,
    }
    defaults: ClassVar = {
        "group_size": 1,
        "label_name": "",
        "comment": None,
        "label_before": None,
        "label_after": None,
        "field_name": None,
    }
    example: ClassVar = {
        "id": "01990c6e-0e07-7c22-8d33-1f2e3d4c5b6a",
        "group": "01990c6e-0e08-7c22-8d33-1f2e3d4c5b6a",
        "group_size": 1,
        "kind": "changed",
        "corpus": AnnotationSerializer.example["corpus"],
        "document": AnnotationSerializer.example["document"],
        "subject": "annotation",
        "subject_id": AnnotationSerializer.example["id"],
        "annotation": AnnotationSerializer.example["id"],
        "actor": UserNameSerializer.example,
        "label_name": "Duty",
        "quote": "The tenant",
        "comment": None,
        "label_before": "Party",
        "label_after": "Duty",
        "quote_before": None,
        "quote_after": None,
        "note_before": None,
        "note_after": None,
        "field_name": None,
        "value_before": None,
        "value_after": None,
        "is_undone": False,
        "created": "2026-11-20T08:40:00.000000Z",
    }

    @staticmethod
    def read_quote(edit: Edit) -> str:
        return edit.annotation.quote if edit.annotation else ""

    @staticmethod
    def read_quote_before(edit: Edit) -> str | None:
        return _quote(edit, 0)

    @staticmethod
    def read_quote_after(edit: Edit) -> str | None:
        return _quote(edit, 1)

    @staticmethod
    def read_value_before(edit: Edit) -> str | None:
        return SUBJECTS[edit.subject].value_at(edit, 0)

    @staticmethod
    def read_value_after(edit: Edit) -> str | None:
        return SUBJECTS[edit.subject].value_at(edit, 1)

    @staticmethod
    def read_note_before(edit: Edit) -> str | None:
        return _note(edit, 0)

    @staticmethod
    def read_note_after(edit: Edit) -> str | None:
        return _note(edit, 1)


class EditQuery(ListQuery):
    """The edits in a corpus, of a document or of an annotation; your own ones, or those of others."""

    corpus = KeyField("Corpus")
    document = KeyField("Document")
    annotation = KeyField("Annotation")
    mine = serializers.BooleanField(required=False, allow_null=True)
    area = EnumField(Edit.Area, required=False, help_text="Only edits made on the page of a document, or of a corpus.")
    per_group = serializers.BooleanField(
        required=False, allow_null=True, help_text="Only the newest edit of each group, of those selected otherwise."
    )


class EditGroupFields(StrictSerializer):
    """A group of your edits."""

    group = serializers.UUIDField()
    example: ClassVar = {"group": EditSerializer.example["group"]}


class EditedAnnotations(StrictSerializer):
    """The annotations of the group as they are now. `deleted` are the ids of those that are in the bin."""

    annotations = AnnotationSerializer(many=True)
    deleted = KeysField("Annotation", required=True, most=None)
    example: ClassVar = {"annotations": [AnnotationSerializer.example], "deleted": []}


def _replay(replay: Callable[..., list[Annotation]]) -> Callable[..., Mapping[str, Any]]:
    def annotations_of(*, actor: User, group: UUID) -> Mapping[str, Any]:
        found = replay(group, actor=actor)
        return {
            "annotations": [each for each in found if each.deleted_at is None],
            "deleted": [each.pk for each in found if each.deleted_at is not None],
        }

    return annotations_of


class EditsView(ListView):
    """`/edits`."""

    get = list_resources(
        "listEdits",
        "List edits of corpora, annotations, relations, comments, documents and cells, the newest first",
        EditSerializer,
        query=EditQuery,
        description="Of corpora that you are a member of; of annotations in the bin only your own.",
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[Edit]:
        return list_edits(actor, **filters).select_related("actor", "annotation")


class UndoView(APIView):
    """`/edits/undo`."""

    post = action(
        "undoEdits",
        "Undo edits",
        EditedAnnotations,
        _replay(undo_edits),
        body=EditGroupFields,
        description="All edits of a group are undone, or none. A repeated request has no effect.",
        errors=[EditOutdated, NotFound],
    )


class RedoView(APIView):
    """`/edits/redo`."""

    post = action(
        "redoEdits",
        "Redo edits",
        EditedAnnotations,
        _replay(redo_edits),
        body=EditGroupFields,
        description="All edits of a group are done again, or none. A repeated request has no effect.",
        errors=[EditOutdated, NotFound],
    )
