"""Prometheus finds the metrics of the programs: its configuration, the container files and `make run` agree."""

import json
import os
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
    ours = (jobs["cartulary-web"], jobs["cartulary-worker"])
    assert {job["authorization"]["credentials_file"] for job in ours} == {"/tmp/metrics_token"}


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
        pytest.skip("promtool is not installed: apt-get install prometheus")
    subprocess.run([promtool, "check", "config", "--syntax-only", "prometheus.yml"], cwd=FOLDER, check=True)


def run_start(script: str, program: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the start script of a container with another folder for /tmp, and a program that prints its arguments."""
    fake = folder / program
    fake.write_text('#!/bin/sh\necho "$@"\n')
    fake.chmod(0o755)
    text = (FOLDER.parent / script).read_text().replace("/tmp/", f"{folder}/")
    path = f"{folder}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", text], env={"PATH": path, **environment}, capture_output=True, text=True, check=False
    )


def test_alertmanager_does_not_start_without_a_recipient(tmp_path):
    ended = run_start("alertmanager/start.sh", "alertmanager", tmp_path)
    assert ended.returncode == 1
    assert "ALERT_EMAIL" in ended.stderr


def test_alerts_are_sent_by_mail_and_to_a_webhook(tmp_path):
    variables = {
        "ALERT_EMAIL": "operators@example.org",
        "ALERT_SMTP_HOST": "mail.example.org:587",
        "ALERT_SMTP_USER": "cartulary",
        "ALERT_SMTP_PASSWORD": "it's: #1",
        "ALERT_WEBHOOK_URL": "https://chat.example.org/hook?a=b&c=d",
    }
    ended = run_start("alertmanager/start.sh", "alertmanager", tmp_path, **variables)
    assert ended.stdout.split() == [f"--config.file={tmp_path}/alertmanager.yml", "--storage.path=/alertmanager"]
    (receiver,) = yaml.safe_load((tmp_path / "alertmanager.yml").read_text())["receivers"]
    (mail,), (webhook,) = receiver["email_configs"], receiver["webhook_configs"]
    assert (mail["to"], mail["auth_password"]) == ("operators@example.org", "it's: #1")
    assert mail["smarthost"] == "mail.example.org:587"
    assert webhook["url"] == variables["ALERT_WEBHOOK_URL"]
    assert (tmp_path / "alertmanager.yml").stat().st_mode & 0o077 == 0
    config = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    assert config["alerting"]["alertmanagers"][0]["static_configs"][0]["targets"] == ["alertmanager:9093"]
    assert set(variables) <= set(SERVICES["alertmanager"]["environment"])


def test_the_probe_of_the_certificate_sends_the_name_of_the_server(jobs, tmp_path):
    ended = run_start("blackbox/start.sh", "blackbox_exporter", tmp_path, SERVER_NAME="cartulary.example.org")
    assert ended.stdout.split() == [f"--config.file={tmp_path}/blackbox.yml"]
    modules = yaml.safe_load((tmp_path / "blackbox.yml").read_text())["modules"]
    job = jobs["cartulary-certificate"]
    (module,) = job["params"]["module"]
    assert modules[module]["tcp"]["tls_config"]["server_name"] == "cartulary.example.org"
    assert job["params"]["target"] == ["nginx:443"]
    assert "443:443" in SERVICES["nginx"]["ports"]


def test_grafana_finds_prometheus_and_its_dashboards():
    folder = FOLDER.parent / "grafana"
    mounted = dict(volume.split(":")[:2] for volume in SERVICES["grafana"]["volumes"])
    assert mounted["./compose/grafana/datasource.yml"] == "/etc/grafana/provisioning/datasources/prometheus.yml"
    (source,) = yaml.safe_load((folder / "datasource.yml").read_text())["datasources"]
    (provider,) = yaml.safe_load((folder / "dashboards.yml").read_text())["providers"]
    assert mounted["./compose/grafana/dashboards"] == provider["options"]["path"]
    for path in (folder / "dashboards").glob("*.json"):
        panels = json.loads(path.read_text())["panels"]
        assert {panel["datasource"]["uid"] for panel in panels} == {source["uid"]}


def test_grafana_does_not_start_without_a_password_of_its_own():
    script = SERVICES["grafana"]["entrypoint"][2].replace("$$", "$").replace("exec /run.sh", "echo started")
    ended = subprocess.run(["sh", "-c", script], env={}, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.returncode != 0) == ("", True)
