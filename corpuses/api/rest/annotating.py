"""`/corpuses/{id}/labels`, `/labels/{id}`, `/annotations`: the vocabulary and what is said with it."""

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_reader, require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import DeleteQuery, page_of
from core.api.rest.validation import validate_body, validate_query
from corpuses.annotations import editing, services
from corpuses.annotations.models import Annotation, Label
from corpuses.api.rest import requests, shapes
from corpuses.api.rest.bodies import annotation_body, label_body
from corpuses.api.selectors import get_visible_annotation, get_visible_corpus, get_visible_label, visible_annotations
from documents.api.selectors import get_visible_document
from users.api.idempotency import create_idempotent, created_response


class LabelsView(APIView):
    """`/corpuses/{id}/labels`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("listLabels", "List the labels of a corpus, newest first", response=page_of(shapes.LabelShape))
    def get(self, request: Request, corpus_id: UUID) -> Response:
        corpus = get_visible_corpus(request.user, corpus_id)
        paginator = KeyCursorPagination()
        page = paginator.page_of(corpus.labels.all(), request)
        return Response(paginator.body([label_body(label) for label in page]))

    @idempotent
    @versioned
    @operation("createLabel", "Add a label", body=requests.LabelFields, response={201: shapes.LabelShape})
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """A label of that name is given back as it is."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        sent = validate_body(request, requests.LabelFields).validated_data
        made = create_idempotent(request, lambda: services.create_label(corpus, actor=actor, **sent).pk)
        label = get_visible_label(actor, made.id)
        location = reverse("label", args=[label.pk])
        return created_response(
            made, label_body(label), location=location, headers=etag(editing.version_of_label(label))
        )


class LabelView(APIView):
    """`/labels/{id}`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @versioned
    @operation("getLabel", "Look at a label", response=shapes.LabelShape)
    def get(self, request: Request, label_id: UUID) -> Response:
        return self._answer(get_visible_label(request.user, label_id))

    @versioned
    @operation(
        "updateLabel",
        "Rename or recolour a label",
        body=requests.LabelChange,
        response=shapes.LabelShape,
        errors=[editing.LabelExists],
    )
    def patch(self, request: Request, label_id: UUID) -> Response:
        actor = require_user(request.user)
        label = get_visible_label(actor, label_id)
        sent = validate_body(request, requests.LabelChange).validated_data
        with with_current_on_conflict(lambda: label_body(get_visible_label(actor, label_id))):
            changed = editing.update_label(label, actor=actor, expected=expected_version(request), **sent)
        return self._answer(changed)

    @operation("deleteLabel", "Take a label out", query=requests.LabelDeletion, errors=[editing.LabelInUse])
    def delete(self, request: Request, label_id: UUID) -> Response:
        actor = require_user(request.user)
        sent = validate_query(request, requests.LabelDeletion).validated_data
        editing.delete_label(get_visible_label(actor, label_id), actor=actor, **sent)
        return Response(status=204)

    def _answer(self, label: Label) -> Response:
        return Response(label_body(label), headers=etag(editing.version_of_label(label)))


class AnnotationsView(APIView):
    """`/annotations`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "listAnnotations",
        "List annotations, newest first",
        query=requests.AnnotationQuery,
        response=page_of(shapes.AnnotationShape),
    )
    def get(self, request: Request) -> Response:
        wanted = validate_query(request, requests.AnnotationQuery).validated_data
        rows = visible_annotations(require_reader(request.user)).select_related("label").filter(**wanted)
        paginator = KeyCursorPagination()
        page = paginator.page_of(rows, request)
        return Response(paginator.body([annotation_body(annotation) for annotation in page]))

    @idempotent
    @versioned
    @operation(
        "createAnnotation",
        "Label a passage",
        body=requests.AnnotationFields,
        response={201: shapes.AnnotationShape},
        errors=[services.AnnotationExists, services.NotParsed],
    )
    def post(self, request: Request) -> Response:
        actor = require_user(request.user)
        sent = validate_body(request, requests.AnnotationFields)
        corpus = get_visible_corpus(actor, sent.validated_data["corpus"])
        document = get_visible_document(actor, sent.validated_data["document"])
        made = create_idempotent(
            request, lambda: services.annotate(sent.draft(), corpus=corpus, document=document, actor=actor).pk
        )
        annotation = get_visible_annotation(actor, made.id)
        location, version = reverse("annotation", args=[annotation.pk]), editing.version_of(annotation)
        return created_response(made, annotation_body(annotation), location=location, headers=etag(version))


class AnnotationView(APIView):
    """`/annotations/{id}`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @versioned
    @operation("getAnnotation", "Look at an annotation", response=shapes.AnnotationShape)
    def get(self, request: Request, annotation_id: UUID) -> Response:
        return self._answer(get_visible_annotation(request.user, annotation_id))

    @versioned
    @operation(
        "updateAnnotation",
        "Change an annotation",
        body=requests.AnnotationEdit,
        response=shapes.AnnotationShape,
        errors=[services.NotParsed],
    )
    def patch(self, request: Request, annotation_id: UUID) -> Response:
        """What is absent stays as it is; a passage that is given anew belongs to the document's present revision."""
        actor = require_user(request.user)
        annotation = get_visible_annotation(actor, annotation_id)
        change = validate_body(request, requests.AnnotationEdit).change()
        with with_current_on_conflict(lambda: annotation_body(get_visible_annotation(actor, annotation_id))):
            changed = editing.update_annotation(annotation, change, actor=actor, expected=expected_version(request))
        return self._answer(changed)

    @operation("deleteAnnotation", "Delete an annotation", query=DeleteQuery)
    def delete(self, request: Request, annotation_id: UUID) -> Response:
        """It is moved to the bin, where it can be restored for 30 days; `permanently` removes it at once."""
        actor = require_user(request.user)
        arguments = validate_query(request, DeleteQuery).arguments()
        editing.delete_annotation(get_visible_annotation(actor, annotation_id), actor=actor, **arguments)
        return Response(status=204)

    def _answer(self, annotation: Annotation) -> Response:
        return Response(annotation_body(annotation), headers=etag(editing.version_of(annotation)))
