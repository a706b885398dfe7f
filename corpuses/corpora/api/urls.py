"""URLs of corpora, below `/api/v1/`."""

from django.urls import path

from corpuses.corpora.api.rest import corpora, folders
from corpuses.corpora.api.selectors import get_visible_corpus
from users.api.rest.shares import share_urls

urlpatterns = [
    path("corpuses", corpora.CorporaView.as_view(), name="corpuses"),
    path("corpuses/<uuid:corpus_id>", corpora.CorpusView.as_view(), name="corpus"),
    path("corpuses/<uuid:corpus_id>/folders", folders.FoldersView.as_view(), name="folders"),
    path("folders/<uuid:folder_id>", folders.FolderView.as_view(), name="folder"),
    path("corpuses/<uuid:corpus_id>/descriptions", corpora.DescriptionsView.as_view(), name="descriptions"),
    *share_urls("corpus", "corpuses", get_visible_corpus),
]
