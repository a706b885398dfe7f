"""Metrics for Prometheus and the alert rules about them."""

import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
import yaml

from config.celery_app import import_steps
from core.breakers import breaker_of
from core.errors import CircuitOpen
from corpuses.search.search import Search
from tasks import database
from tasks.models import TenantQueue
from tasks.testing import run_jobs
from tests.api.jobs import enqueue, make_jobs
from tests.observability.promql import FOREIGN, metrics_of
from tests.observability.scraping import parse
from tests.timeouts import until
from users.models import User

RULES = Path(__file__).resolve().parents[2] / "compose" / "prometheus"
DASHBOARDS = sorted((RULES.parent / "grafana" / "dashboards").glob("*.json"))
RUNBOOKS = (RULES.parents[1] / "docs" / "howto" / "runbooks.md").read_text()
METRICS = "/health/metrics"


@pytest.fixture
def scrape(anonymous_api, settings):
    settings.METRICS_TOKEN = "the-token"
    import_steps()  # metrics of workers, too

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
def test_breakers_are_counted_by_service(scrape):
    # proves: S4-18
    breaker = breaker_of("llm", f"{uuid4()}.example.com", owner="tenant")
    breaker.admit().succeeded()
    for _ in range(5):
        breaker.admit().failed("Away.")
    with pytest.raises(CircuitOpen):
        breaker.admit()
    service = f'service="llm {breaker.target} tenant"'
    assert {
        f"circuit_breaker_state{{{service}}} 1",
        f'circuit_breaker_calls_total{{{service},result="succeeded"}} 1',
        f'circuit_breaker_calls_total{{{service},result="failed"}} 5',
        f'circuit_breaker_calls_total{{{service},result="rejected"}} 1',
        f"circuit_breaker_failures_total{{{service}}} 5",
        f"circuit_breaker_rejected_total{{{service}}} 1",
        f"circuit_breaker_trips_total{{{service}}} 1",
        f'circuit_breaker_state_changes_total{{{service},from_state="closed",to_state="open"}} 1',
    } <= set(scrape().splitlines())


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
        used = metrics_of(rule["expr"])
        assert used, rule
        assert used - FOREIGN <= exported
        assert rule["annotations"].keys() == {"summary", "description", "runbook"}
        assert rule["labels"]["severity"] in {"warning", "critical"}


def test_every_alert_has_a_runbook(alerts):
    sections = re.findall(r"^## (\w+)$", RUNBOOKS, re.MULTILINE)
    assert sorted(sections) == sorted(alerts)
    for name, rule in alerts.items():
        assert rule["annotations"]["runbook"] == f"docs/howto/runbooks.md#{name.lower()}"


def test_every_alert_has_a_case_in_which_it_fires(alerts):
    # proves: T-12
    groups = yaml.safe_load((RULES / "alerts_test.yml").read_text())["tests"]
    cases = [case for group in groups for case in group["alert_rule_test"]]
    assert {case["alertname"] for case in cases} == alerts.keys()
    assert {case["alertname"] for case in cases if case["exp_alerts"]} == alerts.keys()
    for case in cases:
        rule = alerts[case["alertname"]]
        for expected in case["exp_alerts"]:
            assert expected["exp_labels"]["severity"] == rule["labels"]["severity"]
            for name in ("description", "runbook"):
                assert expected["exp_annotations"][name] == rule["annotations"][name]


def test_every_alert_has_a_case_in_which_it_is_silent(alerts):
    groups = yaml.safe_load((RULES / "alerts_test.yml").read_text())["tests"]
    silent = {case["alertname"] for group in groups for case in group["alert_rule_test"] if not case["exp_alerts"]}
    assert alerts.keys() - silent == set()


@pytest.mark.django_db
@pytest.mark.parametrize("path", DASHBOARDS, ids=lambda path: path.stem)
def test_every_dashboard_shows_existing_metrics(scrape, path):
    exported = names_of(scrape())
    for panel in json.loads(path.read_text())["panels"]:
        for target in panel["targets"]:
            used = metrics_of(target["expr"])
            assert used, panel["title"]
            assert used - FOREIGN <= exported, panel["title"]


def test_there_is_a_dashboard_for_each_part():
    parts = {"requests", "jobs", "tenants", "parsing", "search", "storage", "database"}
    assert {path.stem for path in DASHBOARDS} == parts


def test_metrics_are_found_in_expressions():
    assert metrics_of('sum by (le) (rate(a_bucket{b="c d"}[5m])) / topk(10, e) > 0.5 unless on (f) g_total') == {
        "a_bucket",
        "e",
        "g_total",
    }


@pytest.mark.django_db
def test_jobs_are_counted_by_stage(scrape, user):
    make_jobs(user)
    sample = parse(scrape())
    labels = {"kind": "sample_api.work", "step": "sample_api.work", "state": "waiting"}
    assert sample("cartulary_stage_jobs", **labels) == 1
    assert sample("cartulary_stage_oldest_job_seconds", **labels) > 0


@pytest.mark.django_db
def test_jobs_are_counted_for_the_ten_tenants_with_the_most(scrape, user):
    others = [User.objects.create_user(f"user{number}") for number in range(10)]
    for owner in (user, user, *others):
        enqueue(owner)
    TenantQueue.objects.update_or_create(tenant=user.tenant, defaults={"vtime": 2.5})
    sample = parse(scrape())
    counted = [labels for name, labels in sample.samples if name == "cartulary_tenant_jobs"]
    assert len(counted) == 10
    assert sample("cartulary_tenant_jobs", tenant=str(user.tenant_id), state="waiting") == 2
    assert sample("cartulary_tenant_vtime_seconds", tenant=str(user.tenant_id)) == 2.5


@pytest.mark.django_db
def test_parses_and_searches_are_timed(scrape, user, upload):
    before = parse(scrape())
    upload(b"Payment is due within 30 days.", filename="contract.txt")
    run_jobs()
    Search(user, "payment").documents()
    Search(user, "type:txt").documents()
    after = parse(scrape())
    (parser,) = {
        dict(labels)["parser"]
        for (name, labels), value in after.samples.items()
        if name == "cartulary_parse_duration_seconds_count"
        and value > before(name, **dict(labels))
        and dict(labels)["result"] == "succeeded"
    }

    def added(name: str, **labels: str) -> float:
        return after(name, **labels) - before(name, **labels)

    assert added("cartulary_parsed_pages_total", parser=parser, ocr="no") == 1
    for kind in ("words", "filters"):
        assert added("cartulary_search_duration_seconds_count", kind=kind, result="succeeded") == 1


@pytest.mark.django_db(transaction=True)
def test_the_database_is_described(scrape):
    other = database.new_connection()
    try:
        with other.cursor() as cursor:
            cursor.execute("begin; select 1")
            sample = parse(scrape())
    finally:
        other.close()
    assert sample("cartulary_database_connections", state="idle in transaction") >= 1
    assert sample("cartulary_database_oldest_transaction_seconds") > 0
    assert sample("cartulary_database_max_connections") > sample("cartulary_database_connections", state="idle")
    assert sample("cartulary_database_bytes") > 1_000_000
    assert sample("cartulary_database_transactions_total", result="committed") > 0


@pytest.mark.django_db(transaction=True)
def test_a_slow_statement_is_counted(scrape):
    other = database.new_connection()
    try:
        with ThreadPoolExecutor(1) as pool, other.cursor() as cursor:
            pool.submit(cursor.execute, "select pg_sleep(2.5)")
            until(lambda: parse(scrape())("cartulary_database_slow_statements") >= 1)
    finally:
        other.close()


@pytest.mark.django_db
def test_dead_letter_alert_fires_at_eleven_failed_jobs(scrape, alerts, user):
    # proves: S3-50
    expression = re.fullmatch(r"sum\(.*cartulary_dead_letters\)+ > (\d+)", alerts["FailedJobsPileUp"]["expr"])
    assert expression is not None
    for _ in range(int(expression[1]) + 1):
        enqueue(user, fails=True)
    run_jobs()
    depths = re.findall(r"^cartulary_dead_letters\{.+\} (\S+)$", scrape(), re.MULTILINE)
    assert sum(map(float, depths)) > int(expression[1])


@pytest.fixture
def promtool() -> str:
    found = shutil.which("promtool")
    if found is None:
        pytest.skip("promtool is not installed: apt-get install prometheus")
    return found


def test_promtool_accepts_the_expressions_of_the_dashboards(promtool, tmp_path):
    # proves: S3-55
    panels = [panel for path in DASHBOARDS for panel in json.loads(path.read_text())["panels"]]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    rules = [{"record": f"expression:{number}", "expr": text} for number, text in enumerate(expressions)]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "dashboards", "rules": rules}]}))
    subprocess.run([promtool, "check", "rules", "rules.yml"], cwd=tmp_path, check=True, capture_output=True)


def test_promtool_accepts_the_rules(promtool):
    # proves: S3-50
    for arguments in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
        subprocess.run([promtool, *arguments], cwd=RULES, check=True, capture_output=True)
