"""Metrics for Prometheus and the alert rules about them."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs

RULES = Path(__file__).resolve().parents[2] / "compose" / "prometheus"
METRIC = re.compile(r"\b(?:cartulary|http|jobs?)_\w+")
RUNBOOKS = (RULES.parents[1] / "docs" / "howto" / "runbooks.md").read_text()
METRICS = "/health/metrics"


@pytest.fixture
def scrape(anonymous_api, settings):
    settings.METRICS_TOKEN = "the-token"

    def read() -> str:
        return anonymous_api.get(METRICS, headers={"Authorization": "Bearer the-token"}).content.decode()

    return read


def names_of(text: str) -> set[str]:
    """Return the names of exported metrics, those of the parts of histograms as well."""
    names = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    return set(names) | {f"{name}_{part}" for name in names for part in ("bucket", "count", "sum")}


@pytest.fixture
def alerts():
    groups = yaml.safe_load((RULES / "alerts.yml").read_text())["groups"]
    return {rule["alert"]: rule for group in groups for rule in group["rules"]}


@pytest.mark.django_db
def test_gauges_count_the_rows(scrape, user):
    make_jobs(user)
    lines = scrape().splitlines()
    assert 'cartulary_dead_letters{reason="error"} 1' in lines
    assert 'cartulary_jobs{state="waiting"} 1' in lines
    assert "cartulary_worker_slots 0" in lines


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "header", "status"),
    [
        ("", "", 404),  # disabled
        ("", "Bearer ", 404),
        ("right", "", 401),
        ("right", "Bearer wrong", 401),
        ("right", "Bearer réal", 401),
        ("right", "Bearer right", 200),
    ],
)
def test_metrics_require_the_token(anonymous_api, settings, token, header, status):
    settings.METRICS_TOKEN = token
    assert anonymous_api.get(METRICS, headers={"Authorization": header}).status_code == status


@pytest.mark.django_db
def test_every_alert_uses_existing_metrics(scrape, alerts, user):
    # proves: S3-50
    make_jobs(user)
    exported = names_of(scrape())
    for rule in alerts.values():
        assert set(METRIC.findall(rule["expr"])) <= exported
        assert rule["annotations"].keys() == {"summary", "description", "runbook"}
        assert rule["labels"]["severity"] in {"warning", "critical"}


def test_every_alert_has_a_runbook(alerts):
    sections = re.findall(r"^## (\w+)$", RUNBOOKS, re.MULTILINE)
    assert sorted(sections) == sorted(alerts)
    for name, rule in alerts.items():
        assert rule["annotations"]["runbook"] == f"docs/howto/runbooks.md#{name.lower()}"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["requests", "jobs", "storage"])
def test_every_dashboard_shows_existing_metrics(scrape, name):
    dashboard = json.loads((RULES.parent / "grafana" / "dashboards" / f"{name}.json").read_text())
    exported = names_of(scrape())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            used = set(METRIC.findall(target["expr"]))
            assert used <= exported, panel["title"]
            assert used or re.search(r"\b(up|probe_ssl_earliest_cert_expiry)\b", target["expr"])


@pytest.mark.django_db
def test_dead_letter_alert_fires_at_eleven_failed_jobs(scrape, alerts, user):
    # proves: S3-50
    expression = re.fullmatch(r"sum\(cartulary_dead_letters\) > (\d+)", alerts["FailedJobsPileUp"]["expr"])
    assert expression is not None
    for _ in range(int(expression[1]) + 1):
        enqueue(user, fails=True)
    run_jobs()
    depths = re.findall(r"^cartulary_dead_letters\{.+\} (\S+)$", scrape(), re.MULTILINE)
    assert sum(map(float, depths)) > int(expression[1])


def test_promtool_accepts_the_rules():
    # proves: S3-50
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed; the tests above compare the rules with the metrics")
    for arguments in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
        subprocess.run([promtool, *arguments], cwd=RULES, check=True, capture_output=True)
