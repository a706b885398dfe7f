"""`/corpuses/{id}/labels`, `/labels/{id}`, `/annotations`: the vocabulary and what is said with it."""

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.access import Readers
from core.api.asking import body_of, query_of
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.openapi.shapes import page_of
from core.api.paging import KeyCursorPagination
from core.api.versions import etag, expected_version, showing
from core.permissions import reader, signed_in
from corpuses.annotations import editing, services
from corpuses.annotations.models import Annotation, Label
from corpuses.api.reading import annotation_seen_by, annotations_seen_by, corpus_seen_by, label_seen_by
from corpuses.api.rest import requests, shapes
from corpuses.api.rest.bodies import annotation_body, label_body
from documents.api.reading import document_seen_by
from users.api.creating import created, make_once


class LabelsView(APIView):
    """`/corpuses/{id}/labels`."""

    permission_classes = [Readers]

    @operation("listLabels", "List the labels of a corpus, newest first", answer=page_of(shapes.LabelShape))
    def get(self, request: Request, corpus_id: UUID) -> Response:
        corpus = corpus_seen_by(request.user, corpus_id)
        paginator = KeyCursorPagination()
        page = paginator.page_of(corpus.labels.all(), request)
        return Response(paginator.body([label_body(label) for label in page]))

    @idempotent
    @versioned
    @operation("createLabel", "Add a label", body=requests.LabelFields, answer={201: shapes.LabelShape})
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """A label of that name is given back as it is."""
        actor = signed_in(request.user)
        corpus = corpus_seen_by(actor, corpus_id)
        sent = body_of(request, requests.LabelFields).validated_data
        made = make_once(request, lambda: services.create_label(corpus, actor=actor, **sent).pk)
        label = label_seen_by(actor, made.id)
        location = reverse("label", args=[label.pk])
        return created(made, label_body(label), location=location, headers=etag(editing.version_of_label(label)))


class LabelView(APIView):
    """`/labels/{id}`."""

    permission_classes = [Readers]

    @versioned
    @operation("getLabel", "Look at a label", answer=shapes.LabelShape)
    def get(self, request: Request, label_id: UUID) -> Response:
        return self._answer(label_seen_by(request.user, label_id))

    @versioned
    @operation(
        "updateLabel",
        "Rename or recolour a label",
        body=requests.LabelChange,
        answer=shapes.LabelShape,
        errors=[editing.LabelExists],
    )
    def patch(self, request: Request, label_id: UUID) -> Response:
        actor = signed_in(request.user)
        label = label_seen_by(actor, label_id)
        sent = body_of(request, requests.LabelChange).validated_data
        with showing(lambda: label_body(label_seen_by(actor, label_id))):
            changed = editing.update_label(label, actor=actor, expected=expected_version(request), **sent)
        return self._answer(changed)

    @operation("deleteLabel", "Take a label out", query=requests.LabelDeletion, errors=[editing.LabelInUse])
    def delete(self, request: Request, label_id: UUID) -> Response:
        actor = signed_in(request.user)
        sent = query_of(request, requests.LabelDeletion).validated_data
        editing.delete_label(label_seen_by(actor, label_id), actor=actor, **sent)
        return Response(status=204)

    def _answer(self, label: Label) -> Response:
        return Response(label_body(label), headers=etag(editing.version_of_label(label)))


class AnnotationsView(APIView):
    """`/annotations`."""

    permission_classes = [Readers]

    @operation(
        "listAnnotations",
        "List annotations, newest first",
        query=requests.AnnotationQuery,
        answer=page_of(shapes.AnnotationShape),
    )
    def get(self, request: Request) -> Response:
        wanted = query_of(request, requests.AnnotationQuery).validated_data
        rows = annotations_seen_by(reader(request.user)).select_related("label").filter(**wanted)
        paginator = KeyCursorPagination()
        page = paginator.page_of(rows, request)
        return Response(paginator.body([annotation_body(annotation) for annotation in page]))

    @idempotent
    @versioned
    @operation(
        "createAnnotation",
        "Label a passage",
        body=requests.AnnotationFields,
        answer={201: shapes.AnnotationShape},
        errors=[services.AnnotationExists, services.NotParsed],
    )
    def post(self, request: Request) -> Response:
        actor = signed_in(request.user)
        sent = body_of(request, requests.AnnotationFields)
        corpus = corpus_seen_by(actor, sent.validated_data["corpus"])
        document = document_seen_by(actor, sent.validated_data["document"])
        made = make_once(
            request, lambda: services.annotate(sent.draft(), corpus=corpus, document=document, actor=actor).pk
        )
        annotation = annotation_seen_by(actor, made.id)
        location, version = reverse("annotation", args=[annotation.pk]), editing.version_of(annotation)
        return created(made, annotation_body(annotation), location=location, headers=etag(version))


class AnnotationView(APIView):
    """`/annotations/{id}`."""

    permission_classes = [Readers]

    @versioned
    @operation("getAnnotation", "Look at an annotation", answer=shapes.AnnotationShape)
    def get(self, request: Request, annotation_id: UUID) -> Response:
        return self._answer(annotation_seen_by(request.user, annotation_id))

    @versioned
    @operation(
        "updateAnnotation",
        "Change an annotation",
        body=requests.AnnotationEdit,
        answer=shapes.AnnotationShape,
        errors=[services.NotParsed],
    )
    def patch(self, request: Request, annotation_id: UUID) -> Response:
        """What is absent stays as it is; a passage that is given anew belongs to the document's present revision."""
        actor = signed_in(request.user)
        annotation = annotation_seen_by(actor, annotation_id)
        change = body_of(request, requests.AnnotationEdit).change()
        with showing(lambda: annotation_body(annotation_seen_by(actor, annotation_id))):
            changed = editing.update_annotation(annotation, change, actor=actor, expected=expected_version(request))
        return self._answer(changed)

    @operation("deleteAnnotation", "Take an annotation back")
    def delete(self, request: Request, annotation_id: UUID) -> Response:
        actor = signed_in(request.user)
        services.delete_annotation(annotation_seen_by(actor, annotation_id), actor=actor)
        return Response(status=204)

    def _answer(self, annotation: Annotation) -> Response:
        return Response(annotation_body(annotation), headers=etag(editing.version_of(annotation)))
