"""Metrics for Prometheus and the alert rules about them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs

RULES = Path(__file__).resolve().parents[2] / "compose" / "prometheus"
METRIC = re.compile(r"\bcartulary_\w+")
METRICS = "/health/metrics"


@pytest.fixture
def scrape(anonymous_api, settings):
    settings.METRICS_TOKEN = "the-token"

    def read() -> str:
        return anonymous_api.get(METRICS, headers={"Authorization": "Bearer the-token"}).content.decode()

    return read


@pytest.fixture
def alerts():
    (group,) = yaml.safe_load((RULES / "alerts.yml").read_text())["groups"]
    return {rule["alert"]: rule for rule in group["rules"]}


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
    exported = set(METRIC.findall(scrape()))
    for rule in alerts.values():
        assert set(METRIC.findall(rule["expr"])) <= exported
        assert rule["annotations"].keys() == {"summary", "description"}
        assert rule["labels"]["severity"] in {"warning", "critical"}


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
