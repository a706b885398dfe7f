"""Remote analyzers of a corpus in GraphQL."""

from typing import Annotated

import graphene
from graphql_relay import to_global_id

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from corpuses import models as corpora
from corpuses.actions.remote import editing, runs, trials
from corpuses.analyzers import models
from corpuses.analyzers.api.graphql.analyses import AnalysisRun
from corpuses.analyzers.api.rest.remote import REMOTE_ORDER, RemoteAnalyzerSerializer, RemoteAnalyzerTrialSerializer
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.visible_rows import get_visible_row, visible_rows


class RemoteAnalyzer(ResourceType):
    """An analyzer of a corpus that runs on another server, which gets the texts of documents."""

    class Meta:
        resource = RemoteAnalyzerSerializer
        model = models.RemoteAnalyzer
        exclude = ("corpus",)

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


@mutation(remote_analyzer=RemoteAnalyzer)
def create_remote_analyzer(
    info: Info,
    *,
    corpus_id: ID,
    name: str,
    address: str,
    secret: Annotated[str, "`whsec_` and base64 of 24 to 64 bytes. It is never returned."],
    description: str = "",
    labels: Annotated[list[str] | None, "That it may give; absent: any."] = None,
    enabled: bool = True,
) -> Payload:
    """Let an analyzer on another server analyze documents of a corpus. Only its owner can do this."""
    actor = info.context.user
    draft = editing.RemoteDraft(
        name=name, address=address, secret=secret, description=description, labels=labels or (), enabled=enabled
    )
    corpus = get_corpus_by_id(actor, corpus_id)
    return {"remote_analyzer": editing.create_remote_analyzer(corpus, draft, actor=actor)}


@mutation(remote_analyzer=RemoteAnalyzer)
def update_remote_analyzer(
    info: Info,
    *,
    id: ID,
    name: str | None = None,
    address: Annotated[str | None, "Another address needs another secret."] = None,
    secret: str | None = None,
    description: str | None = None,
    labels: list[str] | None = None,
    enabled: Annotated[bool | None, "If false, nothing is sent to it."] = None,
    version: str | None = None,
) -> Payload:
    """Change or disable a remote analyzer; absent fields stay as they are."""
    actor = info.context.user
    changed = editing.update_remote_analyzer(
        get_visible_row(models.RemoteAnalyzer, actor, parse_key(id, "RemoteAnalyzer")),
        actor=actor,
        expected=version,
        name=name,
        address=address,
        secret=secret,
        description=description,
        labels=labels,
        enabled=enabled,
    )
    return {"remote_analyzer": changed}


@mutation(deleted_id=graphene.ID())
def delete_remote_analyzer(info: Info, *, id: ID) -> Payload:
    """Delete a remote analyzer; its results are kept."""
    actor, key = info.context.user, parse_key(id, "RemoteAnalyzer")
    editing.delete_remote_analyzer(get_visible_row(models.RemoteAnalyzer, actor, key), actor=actor)
    return {"deleted_id": to_global_id("RemoteAnalyzer", str(key))}


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
