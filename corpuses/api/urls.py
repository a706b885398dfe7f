"""URLs of `corpuses`, below `/api/v1/`."""

from django.urls import path

from corpuses.api.rest import (
    actions,
    annotations,
    bin_items,
    corpora,
    documents,
    find,
    folders,
    labels,
    memberships,
    search,
)
from corpuses.api.selectors import get_visible_corpus
from corpuses.api.uploads import archives, batches, forms, presigned, tus
from users.api.rest.shares import share_urls

urlpatterns = [
    path("documents", documents.DocumentsView.as_view(), name="documents"),
    path("documents/upload", forms.upload_view, name="upload"),
    path("documents/upload-batch", batches.upload_batch_view, name="upload-batch"),
    path("uploads", tus.uploads_view, name="tus-uploads"),
    path("uploads/direct", presigned.PresignedUploadsView.as_view(), name="uploads-direct"),
    path("uploads/<uuid:upload_id>", tus.upload_view, name="tus-upload"),
    path("uploads/<uuid:upload_id>/complete", presigned.CompleteView.as_view(), name="upload-complete"),
    path("corpuses", corpora.CorporaView.as_view(), name="corpuses"),
    path("corpuses/<uuid:corpus_id>", corpora.CorpusView.as_view(), name="corpus"),
    path("corpuses/<uuid:corpus_id>/archives", archives.archives_view, name="archives"),
    path("corpuses/<uuid:corpus_id>/archives/<uuid:archive_id>", archives.ArchiveView.as_view(), name="archive"),
    path(
        "corpuses/<uuid:corpus_id>/archives/<uuid:archive_id>/entries",
        archives.EntriesView.as_view(),
        name="archive-entries",
    ),
    path("corpuses/<uuid:corpus_id>/documents", memberships.CorpusDocumentsView.as_view(), name="corpus-documents"),
    path("corpuses/<uuid:corpus_id>/documents/<uuid:document_id>", memberships.CorpusDocumentView.as_view()),
    path("corpuses/<uuid:corpus_id>/document-moves", memberships.DocumentMovesView.as_view(), name="document-moves"),
    path("documents/<uuid:document_id>/memberships", memberships.MembershipsView.as_view(), name="memberships"),
    path(
        "documents/<uuid:document_id>/memberships/<uuid:membership_id>",
        memberships.MembershipView.as_view(),
        name="membership",
    ),
    path("corpuses/<uuid:corpus_id>/search", search.CorpusSearchView.as_view(), name="corpus-search"),
    path("search", search.EverythingView.as_view(), name="search"),
    path("documents/<uuid:document_id>/matches", find.MatchesView.as_view(), name="document-matches"),
    path("corpuses/<uuid:corpus_id>/folders", folders.FoldersView.as_view(), name="folders"),
    path("bin", bin_items.BinView.as_view(), name="bin"),
    path("bin/<uuid:bin_item_id>", bin_items.BinItemView.as_view(), name="bin-item"),
    path("bin/<uuid:bin_item_id>/restore", bin_items.RestoreView.as_view(), name="bin-restore"),
    path("folders/<uuid:folder_id>", folders.FolderView.as_view(), name="folder"),
    path("corpuses/<uuid:corpus_id>/labels", labels.LabelsView.as_view(), name="labels"),
    path("labels/<uuid:label_id>", labels.LabelView.as_view(), name="label"),
    path("annotations", annotations.AnnotationsView.as_view(), name="annotations"),
    path("annotations/<uuid:annotation_id>", annotations.AnnotationView.as_view(), name="annotation"),
    path("corpuses/<uuid:corpus_id>/actions", actions.ActionsView.as_view(), name="actions"),
    path("actions/<uuid:action_id>", actions.ActionView.as_view(), name="action"),
    path("actions/<uuid:action_id>/run", actions.RunView.as_view(), name="action-run"),
    path("actions/<uuid:action_id>/retry", actions.RetryView.as_view(), name="action-retry"),
    path("analyzers", actions.AnalyzersView.as_view(), name="analyzers"),
    path("corpuses/<uuid:corpus_id>/executions", actions.ExecutionsView.as_view(), name="executions"),
    path("executions/<uuid:execution_id>", actions.ExecutionView.as_view(), name="execution"),
    *share_urls("corpus", "corpuses", get_visible_corpus),
]
