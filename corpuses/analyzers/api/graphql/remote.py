"""Remote analyzers of a corpus in GraphQL."""

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from corpuses import models as corpora
from corpuses.actions.remote import runs, trials
from corpuses.analyzers import models
from corpuses.analyzers.api.graphql.analyses import AnalysisRun
from corpuses.analyzers.api.rest.remote import (
    REMOTE_ORDER,
    RemoteAnalyzerSerializer,
    RemoteAnalyzersView,
    RemoteAnalyzerTrialSerializer,
    RemoteAnalyzerView,
)
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows


class RemoteAnalyzer(ResourceType):
    """An analyzer of a corpus that runs on another server, which gets the texts of documents."""

    class Meta:
        resource = RemoteAnalyzerSerializer
        model = models.RemoteAnalyzer
        exclude = ("corpus",)
        views = (RemoteAnalyzersView, RemoteAnalyzerView)

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.RemoteAnalyzer:
        return get_visible_row(models.RemoteAnalyzer, info.context.actor, parse_uuid(key))


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


@mutation(trial=RemoteAnalyzerTrial)
def try_remote_analyzer(info: Info, *, id: ID) -> Payload:
    """Send a sample text to a remote analyzer. No document is sent; an error of the server is part of the result."""
    actor = info.context.user
    analyzer = get_visible_row(models.RemoteAnalyzer, actor, parse_key(id, "RemoteAnalyzer"))
    return {"trial": trials.try_remote_analyzer(analyzer, actor=actor)}


@mutation(analysis_run=AnalysisRun)
def cancel_analysis_run(info: Info, *, id: ID) -> Payload:
    """Cancel a run of an analyzer that has not ended."""
    actor = info.context.user
    run = get_visible_row(models.AnalysisRun, actor, parse_key(id, "AnalysisRun"))
    return {"analysis_run": runs.cancel_run(run, actor=actor)}
