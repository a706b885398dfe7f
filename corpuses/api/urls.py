"""Addresses of `corpuses`, below `/api/v1/`."""

from django.urls import path

from corpuses.api import archives, direct, folders, tus
from corpuses.api.rest import actions, annotating, corpora, places
from corpuses.api.selectors import get_visible_corpus
from corpuses.api.uploads import upload_view
from users.api.rest.shares import share_urls

urlpatterns = [
    path("documents/upload", upload_view, name="upload"),
    path("uploads/", tus.uploads_view, name="tus-uploads"),
    path("uploads/direct", direct.DirectView.as_view(), name="uploads-direct"),
    path("uploads/<uuid:upload_id>/complete", direct.CompleteView.as_view(), name="upload-complete"),
    path("uploads/<uuid:upload_id>", tus.upload_view, name="tus-upload"),
    path("corpuses/<uuid:corpus_id>/archives", archives.archives_view, name="archives"),
    path("corpuses/<uuid:corpus_id>/archives/<uuid:archive_id>", archives.ArchiveView.as_view(), name="archive"),
    path(
        "corpuses/<uuid:corpus_id>/archives/<uuid:archive_id>/entries",
        archives.EntriesView.as_view(),
        name="archive-entries",
    ),
    path("corpuses", corpora.CorporaView.as_view(), name="corpuses"),
    path("corpuses/<uuid:corpus_id>", corpora.CorpusView.as_view(), name="corpus"),
    path("corpuses/<uuid:corpus_id>/documents", corpora.CorpusDocumentsView.as_view(), name="corpus-documents"),
    path("corpuses/<uuid:corpus_id>/documents/<uuid:document_id>", corpora.CorpusDocumentView.as_view()),
    path("documents/<uuid:document_id>/places", places.PlacesView.as_view(), name="document-places"),
    path("documents/<uuid:document_id>/places/<uuid:place_id>", places.PlaceView.as_view(), name="document-place"),
    path("corpuses/<uuid:corpus_id>/search", corpora.SearchView.as_view(), name="corpus-search"),
    path("corpuses/<uuid:corpus_id>/folders", folders.FoldersView.as_view(), name="folders"),
    path("corpuses/<uuid:corpus_id>/folders/move", folders.MoveView.as_view(), name="folders-move"),
    path("corpuses/<uuid:corpus_id>/folders/<uuid:folder_id>", folders.FolderView.as_view(), name="folder"),
    path("corpuses/<uuid:corpus_id>/labels", annotating.LabelsView.as_view(), name="labels"),
    path("corpuses/<uuid:corpus_id>/actions", actions.ActionsView.as_view(), name="actions"),
    path("corpuses/<uuid:corpus_id>/executions", actions.ExecutionsView.as_view(), name="executions"),
    path("labels/<uuid:label_id>", annotating.LabelView.as_view(), name="label"),
    path("annotations", annotating.AnnotationsView.as_view(), name="annotations"),
    path("annotations/<uuid:annotation_id>", annotating.AnnotationView.as_view(), name="annotation"),
    path("actions/<uuid:action_id>", actions.ActionView.as_view(), name="action"),
    path("actions/<uuid:action_id>/run", actions.RunView.as_view(), name="action-run"),
    path("executions/<uuid:execution_id>", actions.ExecutionView.as_view(), name="execution"),
    *share_urls("corpus", "corpuses", get_visible_corpus),
]
