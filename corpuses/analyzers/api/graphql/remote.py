"""Remote analyzers of a corpus in GraphQL."""

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.keyset import Window
from core.api.graphql.resource_types import ResourceType
from corpuses import models as corpora
from corpuses.analyzers import models
from corpuses.analyzers.api.rest.remote import (
    REMOTE_ORDER,
    RemoteAnalyzerSerializer,
    RemoteAnalyzersView,
    RemoteAnalyzerTrialSerializer,
    RemoteAnalyzerTrialView,
    RemoteAnalyzerView,
)
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.visible_rows import visible_rows


class RemoteAnalyzer(ResourceType):
    """An analyzer of a corpus that runs on another server, which gets the texts of documents."""

    class Meta:
        resource = RemoteAnalyzerSerializer
        model = models.RemoteAnalyzer
        exclude = ("corpus",)
        views = (RemoteAnalyzersView, RemoteAnalyzerView, RemoteAnalyzerTrialView)


class RemoteAnalyzerTrial(ResourceType):
    """The answer of a remote analyzer to a sample text."""

    class Meta:
        resource = RemoteAnalyzerTrialSerializer


RemoteAnalyzerConnection = connection_of(RemoteAnalyzer)


def _remote_analyzers(corpus: corpora.Corpus, info: Info, *, window: Window) -> Slice[models.RemoteAnalyzer]:
    children = Children(visible_rows(models.RemoteAnalyzer, info.context.actor), "corpus_id", REMOTE_ORDER)
    return related_page(corpus, "remote_analyzers", children, window)


extend(
    Corpus,
    "remote_analyzers",
    connection_field(RemoteAnalyzerConnection, _remote_analyzers, description="Its analyzers on other servers."),
)
