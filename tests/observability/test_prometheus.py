"""Prometheus finds the metrics of the programs: its configuration, the container files and `make run` agree."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from config.env import VARIABLES
from config.stack.paths import StackPaths
from config.stack.run_config import RunConfig

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "compose" / "prometheus"
SERVICES = yaml.safe_load((PROJECT / "production.yml").read_text())["services"]


@pytest.fixture
def jobs():
    """Return the scrape jobs by name."""
    config = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    return {job["job_name"]: job for job in config["scrape_configs"]}


def test_every_web_container_is_scraped_at_its_port(jobs):
    # proves: S3-54
    (found,) = jobs["cartulary-web"]["dns_sd_configs"]
    (name,) = found["names"]
    assert f"--port {found['port']}" in " ".join(SERVICES[name]["command"])
    assert "metrics_path" not in jobs["cartulary-web"], "/metrics is where it looks by itself"


def test_every_worker_is_scraped_at_its_metrics_port(jobs):
    # proves: S3-54
    (found,) = jobs["cartulary-worker"]["dns_sd_configs"]
    (name,) = found["names"]
    assert SERVICES[name]["environment"]["WORKER_METRICS_HOST"] == "0.0.0.0"
    assert found["port"] == VARIABLES["WORKER_METRICS_PORT"][1] == 9100
    assert SERVICES[name]["expose"] == ["9100"]
    assert "ports" not in SERVICES[name], "the port of a worker must not be published"


def test_the_token_is_that_of_the_programs(jobs):
    # proves: S3-54
    values = {SERVICES[name]["environment"]["METRICS_TOKEN"] for name in ("prometheus", "web", "worker")}
    assert values == {"${METRICS_TOKEN:-}"}
    assert {job["authorization"]["credentials_file"] for job in jobs.values()} == {"/tmp/metrics_token"}


def test_a_plain_request_from_inside_is_not_redirected_to_tls(client, settings):
    # proves: S3-54
    settings.SECURE_SSL_REDIRECT, settings.METRICS_TOKEN = True, "the-token"
    text = (PROJECT / "config" / "settings" / "production.py").read_text()
    assert 'r"^metrics$"' in text
    settings.SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
    assert client.get("/metrics").status_code == 401


def test_make_run_configures_scrapes_of_web_and_worker(tmp_path):
    # proves: S3-54
    paths = StackPaths(tmp_path / "stack")
    paths.prepare()
    start = RunConfig.choose(paths)
    config = json.loads(json.dumps(start.prometheus()))
    environment = start.environment()
    targets = {job["job_name"]: job["static_configs"][0]["targets"] for job in config["scrape_configs"]}
    assert targets == {
        "cartulary-web": [f"127.0.0.1:{start.web_port}"],
        "cartulary-worker": [f"127.0.0.1:{start.metrics_port}"],
    }
    assert environment["WORKER_METRICS_PORT"] == str(start.metrics_port)
    assert {job["authorization"]["credentials"] for job in config["scrape_configs"]} == {environment["METRICS_TOKEN"]}


def test_promtool_accepts_the_configuration():
    # proves: S3-54 T-12
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed here; the configuration is read and compared above")
    subprocess.run([promtool, "check", "config", "--syntax-only", "prometheus.yml"], cwd=FOLDER, check=True)
