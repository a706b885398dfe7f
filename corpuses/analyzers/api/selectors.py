"""Visible runs of analyzers and their results."""

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from core.access import Actor
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.differences import Differences, compare
from corpuses.analyzers.models import AnalysisResult, AnalysisRun
from corpuses.analyzers.summaries import VersionSummary, summaries_of
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows


def list_runs(
    actor: Actor, corpus: Corpus | None, *, has: str = "", latest: bool = False, **filters: Any
) -> "QuerySet[AnalysisRun]":
    """Return the visible runs in a visible corpus, or in all; those with a result of the kind `has`, if it is given.

    `latest` runs are the newest successful ones of each action on each document.
    """
    rows = visible_rows(AnalysisRun, actor, corpus=corpus).filter(**filters)
    if has:
        rows = rows.filter(Exists(AnalysisResult.objects.filter(run=OuterRef("pk"), kind=has)))
    return rows.filter(~Exists(_newer()), state=AnalysisRun.State.SUCCESS) if latest else rows


def list_results(actor: Actor, run: AnalysisRun, **filters: Any) -> "QuerySet[AnalysisResult]":
    """Return the results of a visible run."""
    rows = visible_rows(AnalysisResult, actor, corpus=run.corpus, document=run.document)
    return filter_results(rows.filter(run=run), **filters)


def filter_results(
    rows: "QuerySet[AnalysisResult]", *, verdict: str = "", **filters: Any
) -> "QuerySet[AnalysisResult]":
    """Return the results that match; of checks only those with a verdict, if it is given."""
    if verdict:
        rows = rows.filter(kind=AnalysisResult.Kind.VERDICT, value=verdict)
    return rows.filter(**filters)


def summaries_of_action(actor: Actor, action_id: UUID) -> list[VersionSummary]:
    """Return the summaries of the visible runs of a visible action, by version of its settings."""
    return summaries_of(_runs_of_action(actor, action_id))


def differences_of_action(
    actor: Actor,
    action_id: UUID,
    *,
    before: int,
    after: int,
    document: UUID | None = None,
    label: str = "",
    change: str = "",
) -> Differences:
    """Compare the visible runs of a visible action with two versions of its settings."""
    runs = _runs_of_action(actor, action_id)
    if document is not None:
        runs = runs.filter(document=document)
    return compare(runs, before, after, label=label, change=change)


def _newer() -> "QuerySet[AnalysisRun]":
    """Return the successful runs of the same action on the same document that began later."""
    same = AnalysisRun.objects.filter(action=OuterRef("action"), document=OuterRef("document"))
    return same.filter(state=AnalysisRun.State.SUCCESS, pk__gt=OuterRef("pk"))


def _runs_of_action(actor: Actor, action_id: UUID) -> "QuerySet[AnalysisRun]":
    action = get_visible_row(CorpusAction, actor, action_id)
    return list_runs(actor, action.corpus, action=action)
