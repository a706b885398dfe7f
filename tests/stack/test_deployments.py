"""The Helm chart and the units of systemd agree with production.yml: commands, variables, users and limits."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.env import VARIABLES
from config.stack.run_config import free_port
from tests import nginx
from tests.production.compose_file import EXAMPLE, PROJECT

CHART = PROJECT / "compose" / "helm"
UNITS = sorted((PROJECT / "compose" / "systemd").glob("*.service"))
TIMERS = sorted((PROJECT / "compose" / "systemd").glob("*.timer"))
ENVIRONMENT = PROJECT / "compose" / "systemd" / "cartulary.env.example"
SITE = PROJECT / "compose" / "nginx" / "site.sh"
NAME = "cartulary.example.org"
RELEASE = "it"
CONDITION = re.compile(r"^\{\{- (if .+|end) \}\}$", re.MULTILINE)


def values() -> dict[str, Any]:
    return dict(yaml.safe_load((CHART / "values.yaml").read_text()))


def value_of(path: str) -> str:
    found: Any = values()
    for name in path.split("."):
        found = found[name]
    return str(found)


def rendered(path: Path) -> str:
    """Render a template that consists of plain values and conditions about whole files, as Helm would."""
    text = CONDITION.sub("", path.read_text())
    text = text.replace("{{ .Release.Name }}", RELEASE)
    text = re.sub(r"\{\{ \.Values\.([\w.]+) \}\}", lambda match: value_of(match[1]), text)
    assert "{{" not in text, path
    return text


def objects() -> Iterator[dict[str, Any]]:
    for path in sorted((CHART / "templates").glob("*.yaml")):
        yield from yaml.safe_load_all(rendered(path))


def containers() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the names of objects, their pods and their containers."""
    for each in objects():
        if each["kind"] in {"Deployment", "Job", "CronJob"}:
            spec = each["spec"].get("jobTemplate", each)["spec"]
            pod = spec["template"]["spec"]
            for container in (*pod.get("initContainers", []), *pod["containers"]):
                yield each["metadata"]["name"], pod, container


def composed(service: str) -> str:
    """Return the command of a service of production.yml."""
    found = yaml.safe_load((PROJECT / "production.yml").read_text())["services"][service]["command"]
    return " ".join(map(str, found))


def options(command: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", command))


def unit(path: Path) -> dict[str, list[str]]:
    """Return the settings of a unit; those that are repeated have several values."""
    settings: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", path.read_text(), re.MULTILINE):
        settings.setdefault(name, []).append(value)
    return settings


def test_every_value_is_used():
    used = set(re.findall(r"\.Values\.([\w.]+)", "".join(path.read_text() for path in CHART.rglob("*.yaml"))))
    declared = {
        f"{name}.{key}" if isinstance(value, dict) else name
        for name, value in values().items()
        for key in (value if isinstance(value, dict) else [""])
    }
    assert used == declared


def test_the_chart_has_all_parts_that_production_has():
    kinds = {(each["kind"], each["metadata"]["name"].removeprefix(f"{RELEASE}-")) for each in objects()}
    assert {("Deployment", part) for part in ("web", "worker", "flower")} < kinds
    assert {
        ("Job", "migrate"),
        ("CronJob", "backup"),
        ("Service", "web"),
        ("PodDisruptionBudget", "web"),
        ("PodDisruptionBudget", "worker"),
    } < kinds


@pytest.mark.parametrize("service", ["web", "worker", "flower"])
def test_commands_are_those_of_production(service):
    (chart,) = (" ".join(each["command"]) for name, _, each in containers() if each["name"] == service)
    (path,) = (path for path in UNITS if path.stem.rstrip("@") == f"cartulary-{service}")
    (started,) = unit(path)["ExecStart"]
    assert options(chart) == options(composed(service))
    assert options(started) - {"--hostname"} == options(composed(service))


def test_the_prepared_steps_are_those_of_production():
    steps = set(re.findall(r"manage\.py (\w+)", composed("prepare")))
    chart = " ".join(part for name, _, each in containers() for part in each["command"] if name != f"{RELEASE}-backup")
    (path,) = (path for path in UNITS if path.stem == "cartulary-prepare")
    assert set(re.findall(r"manage\.py (\w+)", chart)) == steps
    assert set(re.findall(r"manage\.py (\w+)", " ".join(unit(path)["ExecStart"]))) == steps


def test_variables_are_those_that_the_product_reads():
    known = {*VARIABLES, "DJANGO_SETTINGS_MODULE"}
    # nginx and the engines of production.yml are not in the chart.
    only_there = {"NAME", "SERVER_NAME", "TLS_FOLDER", "VALKEY_PASSWORD"}
    required = set(re.findall(r"\$\{([A-Z_]+):\?\}", (PROJECT / "production.yml").read_text())) - only_there
    named = set(re.findall(r"\b[A-Z][A-Z0-9_]{5,}\b", (CHART / "values.yaml").read_text()))
    assert required <= named <= known
    for _, _, container in containers():
        assert {each["name"] for each in container["env"]} <= known
        assert container["envFrom"] == [{"secretRef": {"name": values()["secretName"]}}]
    for path in UNITS:
        assert set(re.findall(r"\b([A-Z][A-Z_]+)=", " ".join(unit(path)["Environment"]))) <= known
    assert "SECRET_KEY" in EXAMPLE.read_text()


def test_containers_are_restricted_as_those_of_production():
    for name, pod, container in containers():
        assert pod["securityContext"]["runAsUser"] == 10001, name
        assert pod["securityContext"]["runAsNonRoot"], name
        assert not pod["automountServiceAccountToken"], name
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }, name
        assert container["resources"]["limits"]["memory"], name


def test_everything_that_serves_has_probes_and_time_to_end():
    for each in objects():
        if each["kind"] == "Deployment":
            (container,) = each["spec"]["template"]["spec"]["containers"]
            assert {"readinessProbe", "livenessProbe"} <= container.keys(), container["name"]
    grace = yaml.safe_load((PROJECT / "production.yml").read_text())["services"]["worker"]["stop_grace_period"]
    (worker,) = (pod for _, pod, each in containers() if each["name"] == "worker")
    assert f"{worker['terminationGracePeriodSeconds']}s" == grace
    (path,) = (path for path in UNITS if "worker" in path.stem)
    assert [f"{seconds}s" for seconds in unit(path)["TimeoutStopSec"]] == [grace]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_are_hardened(path):
    settings = unit(path)
    assert settings["User"] == ["cartulary"]
    assert settings["CapabilityBoundingSet"] == [""]
    assert settings["NoNewPrivileges"] == settings["PrivateTmp"] == settings["ProtectHome"] == ["yes"]
    assert settings["ProtectSystem"] == ["strict"]
    assert settings["MemoryMax"]


def test_the_ingress_accepts_and_closes_what_nginx_does():
    found = {each["kind"]: each for each in objects() if each["metadata"]["name"] in {RELEASE, f"{RELEASE}-closed"}}
    sizes = [int(size) for size in re.findall(r"client_max_body_size (\d+)m;", nginx.TEMPLATE)]
    annotations = found["Ingress"]["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/proxy-body-size"] == f"{max(sizes)}m"
    (rule,) = found["Ingress"]["spec"]["rules"]
    closed = re.findall(r"location = (\S+) \{\s+return 404;", nginx.TEMPLATE)
    assert len(closed) == 2
    assert {each["path"]: (each["pathType"], each["backend"]["service"]["name"]) for each in rule["http"]["paths"]} == {
        **dict.fromkeys(closed, ("Exact", f"{RELEASE}-closed")),
        "/": ("Prefix", f"{RELEASE}-web"),
    }
    assert "selector" not in found["Service"]["spec"], "no pod answers"


def example() -> dict[str, str]:
    """Return the variables of the example for systemd as systemd reads them."""
    found = re.findall(r'^([A-Z0-9_]+)="?(.*?)"?$', ENVIRONMENT.read_text(), re.MULTILINE)
    return dict(found)


def test_the_example_for_systemd_has_what_the_product_needs():
    written = example()
    composed_for_web = yaml.safe_load((PROJECT / "production.yml").read_text())["services"]["web"]["environment"]
    required = {name for name, (_, default) in VARIABLES.items() if default is None}
    of_the_server = {name for name, value in composed_for_web.items() if "${SERVER_NAME" in str(value)}
    assert required | of_the_server | {"EMAIL_URL", "FLOWER_BASIC_AUTH"} <= set(written) <= set(VARIABLES)


def test_settings_of_the_example_for_systemd_accept_its_server(tmp_path):
    written = {name: value or "smtp://secret-of-32-or-more-characters" for name, value in example().items()}
    facts = (
        "from django.conf import settings as s; from django.http.request import validate_host;"
        f"print(validate_host('{NAME}', s.ALLOWED_HOSTS), s.CSRF_TRUSTED_ORIGINS, s.PUBLIC_URL, s.DEFAULT_FROM_EMAIL)"
    )
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "DATA_DIR": str(tmp_path),
        **written,
    }
    ended = subprocess.run(
        [sys.executable, "-c", facts], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
    )
    expected = f"True ['https://{NAME}'] https://{NAME} Cartulary <cartulary@{NAME}>"
    assert ended.stdout.strip() == expected, ended.stderr


def test_nginx_may_read_what_systemd_prepares_and_nothing_else():
    umasks = {path.stem: unit(path)["UMask"] for path in UNITS}
    assert umasks.pop("cartulary-prepare") == ["0022"]
    assert set(map(tuple, umasks.values())) == {("0077",)}
    for path in UNITS:
        assert unit(path)["StateDirectory"] == ["cartulary"], "nginx reads /var/lib/cartulary/static"


@pytest.fixture(params=[22, 28])
def site(request, tmp_path) -> str:
    """Return the configuration for an nginx of the host, of a version with or without `http2 on`."""
    program = tmp_path / "nginx"
    program.write_text(f"#!/bin/sh\necho nginx version: nginx/1.{request.param}.1 >&2\n")
    program.chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    return subprocess.run(["sh", SITE, NAME], env=path, capture_output=True, text=True, check=True).stdout


def test_the_site_for_systemd_is_the_template_with_other_addresses(site):
    lines = nginx.TEMPLATE.replace("${SERVER_NAME}", NAME).splitlines()
    gone, added = set(lines) - set(site.splitlines()), set(site.splitlines()) - set(lines)
    is_old = "    listen 443 ssl http2;" in added
    assert added == {
        "    server 127.0.0.1:8000 max_fails=0;",
        "        alias /var/lib/cartulary/static/;",
        *(["    listen 443 ssl http2;"] if is_old else []),
    }
    changed = ("server web:8000", "/srv/static/", "resolver ", "# Docker's DNS", "listen 443 ssl;", "http2 on;")
    assert all(any(part in line for part in changed) for line in gone), gone
    assert ("    http2 on;" in site.splitlines()) != is_old
    (web,) = (unit(path) for path in UNITS if path.stem == "cartulary-web")
    assert "--host 127.0.0.1 --port 8000" in web["ExecStart"][0]


@pytest.mark.skipif(nginx.find_nginx() is None, reason=nginx.MISSING)
def test_nginx_accepts_the_site_for_systemd(site, tmp_path):
    nginx.make_certificate(tmp_path / "tls", NAME)
    text = nginx.render(tmp_path, name=NAME, plain=free_port(0), tls=free_port(0), template=site)
    argv = [*nginx.arguments(tmp_path, text.replace("/etc/nginx/tls", f"{tmp_path}/tls")), "-t"]
    ended = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("path", [*UNITS, *TIMERS], ids=lambda path: path.name)
def test_systemd_accepts_units(path):
    argv = ["systemd-analyze", "verify", str(path)]
    ended = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    findings = [line for line in ended.stderr.splitlines() if path.stem.rstrip("@") in line]
    # The programs are installed on the host that runs the unit.
    assert [line for line in findings if "is not executable: No such file" not in line] == []


@pytest.mark.skipif(not shutil.which("helm"), reason="helm is not installed")
def test_helm_accepts_the_chart():
    ended = subprocess.run(["helm", "lint", "--strict", CHART], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stdout


@pytest.mark.skipif(not shutil.which("kubeconform"), reason="kubeconform is not installed")
def test_kubernetes_accepts_the_objects(tmp_path):
    (tmp_path / "all.yaml").write_text("---\n".join(yaml.safe_dump(each) for each in objects()))
    argv = ["kubeconform", "-strict", str(tmp_path / "all.yaml")]
    ended = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stdout
