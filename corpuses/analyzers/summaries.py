"""Summaries of the runs of an action, by version of its settings."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet

from corpuses.analyzers.models import AnalysisResult, AnalysisRun

State = AnalysisRun.State
Verdict = AnalysisRun.Verdict

MAX_VERSIONS: Final = 100
_METADATA: Final = AnalysisResult.objects.filter(run=OuterRef("pk"), kind=AnalysisResult.Kind.METADATA)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelCount:
    """The number of findings and labels of documents with a label."""

    label: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionSummary:
    """The runs of an action with one version of its settings."""

    settings_version: int
    analyzer: str
    analyzer_version: str
    settings: Mapping[str, Any]
    started: datetime
    finished: datetime | None
    running: int
    success: int
    failed: int
    cancelled: int
    passed: int
    not_passed: int
    with_metadata: int
    labels: list[LabelCount]


def summaries_of(runs: "QuerySet[AnalysisRun]") -> list[VersionSummary]:
    """Return the summaries of the runs of one action, the newest version first; three queries."""
    counts = runs.order_by().values("settings_version").annotate(
        **{f"count_{state}": Count("pk", filter=Q(state=state)) for state in State.values},
        count_passed=Count("pk", filter=Q(verdict=Verdict.PASSED)),
        count_not_passed=Count("pk", filter=Q(verdict=Verdict.FAILED)),
        count_with_metadata=Count("pk", filter=Q(Exists(_METADATA))),
        first=Min("started"),
        last=Max("finished"),
    )  # fmt: skip
    rows = list(counts.order_by("-settings_version")[:MAX_VERSIONS])
    newest = _newest(runs)
    labels = _labels(runs)
    return [_summary(row, newest[row["settings_version"]], labels[row["settings_version"]]) for row in rows]


def _summary(row: Mapping[str, Any], run: AnalysisRun, labels: Counter[str]) -> VersionSummary:
    return VersionSummary(
        settings_version=row["settings_version"],
        analyzer=run.analyzer,
        analyzer_version=run.analyzer_version,
        settings=run.settings,
        started=row["first"],
        finished=row["last"],
        running=row["count_running"] + row["count_waiting"],
        success=row["count_success"],
        failed=row["count_failed"],
        cancelled=row["count_cancelled"],
        passed=row["count_passed"],
        not_passed=row["count_not_passed"],
        with_metadata=row["count_with_metadata"],
        labels=[LabelCount(label=label, count=count) for label, count in sorted(labels.items())],
    )


def _newest(runs: "QuerySet[AnalysisRun]") -> dict[int, AnalysisRun]:
    """Return the newest run of each version of the settings."""
    newest = runs.order_by("settings_version", "-pk").distinct("settings_version")
    return {run.settings_version: run for run in newest}


def _labels(runs: "QuerySet[AnalysisRun]") -> dict[int, Counter[str]]:
    """Return how many results have each label, by version of the settings."""
    kinds = [AnalysisResult.Kind.FINDING, AnalysisResult.Kind.LABEL]
    rows = AnalysisResult.objects.filter(run__in=runs.order_by().values("pk"), kind__in=kinds).order_by()
    counted: dict[int, Counter[str]] = defaultdict(Counter)
    for version, label, count in rows.values_list("run__settings_version", "label").annotate(Count("pk")):
        counted[version][label] = count
    return counted
