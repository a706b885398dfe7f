"""The container files agree with the checkout: what they name exists, and the names mean the same on both sides."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml
from django.conf import settings
from django.core.management import get_commands

from config.env import VARIABLES
from config.stack.engines import find_redis
from config.stack.run_config import free_port
from documents.pipeline.ocr.tesseract import LANGUAGES_OF
from tests.meta import variable_table
from tests.production.compose_file import interpolate
from tests.timeouts import until

PROJECT = Path(__file__).resolve().parents[2]
FILES = ["local.yml", "production.yml"]
NGINX = PROJECT / "compose" / "nginx" / "nginx.conf.template"


def compose(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((PROJECT / name).read_text()))


def ours(name: str) -> dict[str, dict[str, Any]]:
    """Return the services that are built from our Dockerfile."""
    return {key: service for key, service in compose(name)["services"].items() if "build" in service}


def words(service: dict[str, Any]) -> str:
    command = service.get("command", [])
    return command if isinstance(command, str) else " ".join(command)


@pytest.mark.parametrize("name", FILES)
def test_build_targets_and_their_files_exist(name):
    for service in ours(name).values():
        dockerfile = (PROJECT / service["build"]["dockerfile"]).read_text()
        assert service["build"]["target"] in re.findall(r"^FROM \S+ AS (\S+)$", dockerfile, re.M)
        for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.M):
            assert all((PROJECT / source).exists() for source in sources.split())


@pytest.mark.parametrize("name", FILES)
def test_the_worker_has_tesseract_for_other_scripts(name):
    worker = ours(name)["worker"]["build"]
    dockerfile = (PROJECT / worker["dockerfile"]).read_text()
    (stage,) = re.findall(rf"^FROM \S+ AS {worker['target']}\n(.+?)(?=^FROM|\Z)", dockerfile, re.M | re.S)
    assert "libtesseract5" in stage
    assert "tesseract-ocr-%s" in stage
    packed = set(re.findall(r'^ARG LANGUAGES="(.+)"$', dockerfile, re.M)[0].split())
    known = {language for languages in LANGUAGES_OF.values() for language in languages}
    assert {"osd", "eng"} < packed <= known | {"osd", "eng"}
    for script in ("Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Japanese", "Hangul"):
        assert packed & set(LANGUAGES_OF[script]), script


@pytest.mark.parametrize("name", FILES)
def test_mounted_files_and_volumes_exist(name):
    declared = compose(name)["volumes"]
    for service in compose(name)["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (PROJECT / source).exists(), volume
            elif not source.startswith("${"):
                assert source in declared, volume


def test_volumes_cover_folders_of_the_image_that_belong_to_its_user():
    """A new volume gets the owner of the folder that it covers; a folder that the image lacks would belong to root."""
    for service in ours("production.yml").values():
        dockerfile = (PROJECT / service["build"]["dockerfile"]).read_text()
        (user,) = set(re.findall(r"^USER (?!root)(\w+)$", dockerfile, re.M))
        (owned,) = re.findall(rf"\binstall -d -o {user} (.+)$", dockerfile, re.M)
        targets = {interpolate(volume, {}).split(":")[1] for volume in service["volumes"]}
        assert targets <= set(owned.split())


@pytest.mark.parametrize("name", FILES)
def test_every_variable_is_one_the_product_reads(name):
    for service in ours(name).values():
        assert set(service["environment"]) <= {*VARIABLES, "DJANGO_SETTINGS_MODULE"}


# What an operator does not set, for the file itself says it.
OF_THE_FILE = {
    "WORKER_METRICS_PORT": "Prometheus scrapes 9100",
    "DEMO_USERNAME": "for `make run`",
    "DEMO_PASSWORD": "for `make run`",
}


def test_production_passes_on_all_settings():
    for service in ours("production.yml").values():
        swallowed = set(VARIABLES) - set(service["environment"]) - set(OF_THE_FILE)
        assert not swallowed, f"Name these below `environment` of production.yml, with nothing behind: {swallowed}"
        assert not set(OF_THE_FILE) & set(service["environment"])


@pytest.mark.parametrize("name", FILES)
def test_every_required_variable_is_set(name):
    required = {variable for variable, (_, default) in VARIABLES.items() if default is None}
    for service in ours(name).values():
        assert required <= set(service["environment"])


# Only the engines of production.yml demand these, when they start. Compose evaluates defaults that are not used, too: a
# demand in the default of an address would make them required for other engines.
OF_BUNDLED_ENGINES = ("POSTGRES_PASSWORD", "VALKEY_PASSWORD")


def test_production_contains_no_secrets():
    text = (PROJECT / "production.yml").read_text()
    for variable in (
        "SECRET_KEY",
        "JWT_SECRET",
        "POSTGRES_PASSWORD",
        "VALKEY_PASSWORD",
        "FLOWER_BASIC_AUTH",
        "EMAIL_URL",
    ):
        found = set(re.findall(rf"(?<!\$)\$\{{{variable}([^}}]*)\}}", text))
        assert found == {":-" if variable in OF_BUNDLED_ENGINES else ":?"}, "it must refuse to start without"


def demanded_variables() -> set[str]:
    """Return the variables without which Compose starts nothing."""
    return set(re.findall(r"(?<!\$)\$\{(\w+):\?\}", str(compose("production.yml"))))


@pytest.mark.parametrize(("engine", "program"), [("postgres", "psql"), ("valkey", "valkey-server")])
def test_engines_do_not_start_without_a_password(engine, program, tmp_path):
    (tmp_path / program).write_text("#!/bin/sh\necho started\n")
    (tmp_path / program).chmod(0o755)
    service, variable = compose("production.yml")["services"][engine], f"{engine.upper()}_PASSWORD"
    assert service["environment"][variable] == f"${{{variable}:-}}"
    valkey = [part.replace("$$", "$") for part in service["command"]]
    command = ["sh", str(PROJECT / "compose" / "postgres" / "init.sh")] if engine == "postgres" else valkey
    for password, output in (("", ""), ("abc123", "started\n")):
        environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", variable: password}
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (ended.stdout, variable in ended.stderr) == (output, not password)


def test_the_how_to_lists_the_required_variables():
    demanded = demanded_variables()
    section = (PROJECT / "docs" / "howto" / "production.md").read_text().partition("Nothing starts until")[2]
    assert demanded == set(re.findall(r"`([A-Z_]+)`", section.partition("are set.")[0]))


def test_the_example_of_the_environment_demands_the_required_variables():
    demanded = demanded_variables() | set(OF_BUNDLED_ENGINES)
    lines = (PROJECT / "compose" / "production.env.example").read_text().splitlines()
    assert {line.rstrip("=") for line in lines if re.fullmatch(r"[A-Z_]+=", line)} == demanded
    profiles = {
        name for service in compose("production.yml")["services"].values() for name in service.get("profiles", [])
    }
    assert {"COMPOSE_PROFILES=postgres,valkey"} < set(lines)
    assert {"postgres", "valkey"} < profiles


def test_the_table_of_variables_is_that_of_the_code():
    assert variable_table.PAGE.read_text() == variable_table.table()


@pytest.mark.parametrize("name", FILES)
def test_management_commands_exist(name):
    named = {found for service in ours(name).values() for found in re.findall(r"manage\.py (\w+)", words(service))}
    assert named
    assert named <= set(get_commands())


@pytest.mark.parametrize("name", FILES)
def test_applications_exist(name):
    for service in ours(name).values():
        for module in re.findall(r"config\.\w+", words(service)):
            assert (PROJECT / (module.replace(".", "/") + ".py")).exists()


@pytest.mark.parametrize("name", FILES)
def test_dependencies_of_services_exist_and_have_health_checks(name):
    services = compose(name)["services"]
    for service in services.values():
        for needed, how in service.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                assert "healthcheck" in services[needed]


def test_the_web_has_a_readiness_check_that_is_routed(client, db):
    check = " ".join(compose("production.yml")["services"]["web"]["healthcheck"]["test"])
    path = re.search(r"127\.0\.0\.1:8000(/[\w/]+)", check)
    assert path is not None
    assert client.get(path[1]).status_code == 200


def test_the_body_limit_of_the_proxy_is_above_that_of_the_application():
    # proves: S3-4
    found = re.search(r"client_max_body_size (\d+)m;", NGINX.read_text())
    assert found is not None
    assert settings.MAX_UPLOAD_BYTES < int(found[1]) * 2**20 < settings.MAX_UPLOAD_BYTES * 1.1


def test_the_proxy_uses_an_existing_service():
    found = re.search(r"^    server (\w+):(\d+) resolve\b", NGINX.read_text(), re.MULTILINE)
    assert found is not None
    service = compose("production.yml")["services"][found[1]]
    assert f"--port {found[2]}" in words(service)


@pytest.mark.parametrize("name", FILES)
def test_flower_is_published_on_loopback_only_with_a_password(name):
    # proves: S1-18
    flower = compose(name)["services"]["flower"]
    assert flower["ports"] == ["127.0.0.1:5555:5555"]
    assert flower["environment"]["FLOWER_BASIC_AUTH"]


def all_services(name: str) -> list[Any]:
    return [pytest.param(service, id=key) for key, service in compose(name)["services"].items()]


# Capabilities that the images themselves need, before they become an unprivileged user.
ADDED = {
    "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},
    "nginx": {"CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"},
}


@pytest.mark.parametrize("name", compose("production.yml")["services"])
def test_containers_of_production_are_restricted(name):
    service = compose("production.yml")["services"][name]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", [])) == ADDED.get(name, set())
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert not service.get("privileged")
    if "build" in service or name in {*ADDED, "prometheus"}:
        assert "/tmp" in service["tmpfs"]


@pytest.mark.parametrize("name", compose("production.yml")["services"])
def test_containers_of_production_are_limited_and_observed(name):
    service = compose("production.yml")["services"][name]
    assert service["mem_limit"]
    # The driver `local` keeps 100 MB; options would exclude others.
    assert service["logging"] == {"driver": "${LOG_DRIVER:-local}"}
    assert "healthcheck" in service or service["restart"] == "no"


@pytest.mark.parametrize("name", ["web", "worker"])
def test_the_number_of_containers_is_a_variable(name):
    """An option of one `up` would not count for the next: it stops all but one."""
    assert compose("production.yml")["services"][name]["scale"] == f"${{{name.upper()}_CONTAINERS:-1}}"
    documented = "".join(path.read_text() for path in (PROJECT / "docs" / "howto").glob("*.md"))
    assert re.findall(r"`[^`\n]*--scale[^`\n]*`", documented) == []


def test_engines_can_be_replaced_by_others():
    """The engines have profiles, nothing waits for them without, and addresses replace the defaults."""
    services = compose("production.yml")["services"]
    for engine in ("postgres", "valkey"):
        assert services[engine]["profiles"] == [engine]
        assert services["prepare"]["depends_on"][engine] == {"condition": "service_healthy", "required": False}
    for variable in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"):
        assert services["web"]["environment"][variable].startswith(f"${{{variable}:-")


@pytest.mark.parametrize("name", [".dockerignore", ".gitignore"])
def test_secrets_of_operators_are_neither_committed_nor_copied_into_images(name):
    ignored = (PROJECT / name).read_text().splitlines()
    assert ".env*" in ignored
    assert {"*.pem", "*.key"} <= {line.removeprefix("**/") for line in ignored}


@pytest.mark.parametrize("service", all_services("local.yml"))
def test_containers_of_development_gain_no_privileges(service):
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_broker_and_the_cache_have_a_password():
    services = compose("production.yml")["services"]
    for service in ours("production.yml").values():
        for variable in ("REDIS_URL", "CELERY_BROKER_URL"):
            default = f"${{{variable}:-redis://:${{VALKEY_PASSWORD:-}}@valkey:"
            assert service["environment"][variable].startswith(default)
    assert services["valkey"]["environment"]["VALKEY_PASSWORD"] == "${VALKEY_PASSWORD:-}"
    assert "${VALKEY_PASSWORD:?}" in words(services["valkey"]), "the server must not start without"


@pytest.mark.full
def test_the_command_of_valkey_sets_the_password(tmp_path):
    command = compose("production.yml")["services"]["valkey"]["command"]
    port = free_port(0)
    script = command[2].replace("$$", "$").replace("valkey-server", str(find_redis().program))
    script = script.replace(" - ", f" - --port {port} --dir {tmp_path} ", 1)
    environment = {"PATH": os.environ["PATH"], "VALKEY_PASSWORD": "abc123"}
    with subprocess.Popen([*command[:2], script], env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            until(lambda: answers_ping(port, "abc123"))
            with pytest.raises(redis.AuthenticationError):
                redis.Redis(port=port).ping()
        finally:
            server.terminate()


def test_prometheus_reads_its_token_from_memory(tmp_path):
    service = compose("production.yml")["services"]["prometheus"]
    token = tmp_path / "metrics_token"
    program = tmp_path / "prometheus"
    program.write_text(f'#!/bin/sh\necho "$@" "$METRICS_TOKEN"\nstat -c %a {token}\ncat {token}\n')
    program.chmod(0o755)
    script = [part.replace("$$", "$").replace("/tmp/", f"{tmp_path}/") for part in service["entrypoint"]]
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "METRICS_TOKEN": "a token"}
    completed = subprocess.run(
        [*script, *service["command"]], env=environment, capture_output=True, text=True, check=True
    )
    assert completed.stdout.splitlines() == [f"{words(service)} ", "600", "a token"]
    config = yaml.safe_load((PROJECT / "compose" / "prometheus" / "prometheus.yml").read_text())
    files = {job["authorization"]["credentials_file"] for job in config["scrape_configs"] if "authorization" in job}
    assert files == {"/tmp/metrics_token"}


@pytest.mark.parametrize("variable", ["METRICS_TOKEN", "GRAFANA_PASSWORD"])
def test_what_has_no_secret_of_its_own_does_not_start(variable):
    """Prometheus would look as if all that it observes were down, Grafana would have a well-known password."""
    services = compose("production.yml")["services"].values()
    (service,) = (each for each in services if f"Set {variable}" in str(each.get("entrypoint")))
    (inside,) = (name for name, value in service["environment"].items() if value == f"${{{variable}:-}}")
    script = service["entrypoint"][2].replace("$$", "$").partition(" && ")[0]
    for value, is_started in (("", False), ("secret", True)):
        argv, environment = ["sh", "-c", f"{script} && echo started"], {"PATH": os.environ["PATH"], inside: value}
        ended = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
        assert (ended.stdout == "started\n", f"Set {variable}" in ended.stderr) == (is_started, not is_started)


def test_variables_of_the_file_itself_are_documented():
    """The page on production has those that are not in the table; the example has those that `metrics` needs."""
    files = [PROJECT / "production.yml", *(PROJECT / "compose").glob("*.yml")]
    texts = (str(yaml.safe_load(file.read_text())) for file in files)
    named = {name for text in texts for name in re.findall(r"(?<!\$)\$\{([A-Z0-9_]+)", text)}
    documented = "".join((PROJECT / "docs" / "howto" / f"{page}.md").read_text() for page in ("production", "runbooks"))
    assert named - set(VARIABLES) <= set(re.findall(r"`([A-Z_]+)\b", documented))
    example = (PROJECT / "compose" / "production.env.example").read_text()
    for service in compose("production.yml")["services"].values():
        if "metrics" in service.get("profiles", []):
            needed = re.findall(r"\$\{([A-Z_]+)", str(service.get("environment")))
            assert set(needed) <= set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))


def answers_ping(port: int, password: str) -> bool:
    try:
        return bool(redis.Redis(port=port, password=password).ping())
    except redis.ConnectionError:
        return False


def test_digests_pin_every_image(tmp_path):
    """`make digests` asks the registry, here a small script, for each image that the files name."""
    docker = tmp_path / "docker"
    docker.write_text(f"#!/bin/sh\necho sha256:{'0' * 64}\n")
    docker.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    makefile = (PROJECT / "Makefile").read_text().replace("export PATH :=", "# export PATH :=")
    (tmp_path / "Makefile").write_text(makefile)
    completed = subprocess.run(
        ["make", "--no-print-directory", "-f", tmp_path / "Makefile", "digests"],
        cwd=PROJECT, env={"PATH": path}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    pins = dict(line.split("=", 1) for line in completed.stdout.splitlines())
    named = re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", (PROJECT / "production.yml").read_text())
    assert pins == {variable: f"{image}@sha256:{'0' * 64}" for variable, image in named}
    for service in compose("production.yml")["services"].values():
        is_ours = "build" in service
        assert is_ours or service["image"].removeprefix("${").partition(":-")[0] in pins
        if is_ours:
            assert set(service["build"]["args"]) == {"NODE_IMAGE", "PYTHON_IMAGE"} <= set(pins)
    dockerfile = (PROJECT / "compose" / "django" / "Dockerfile").read_text()
    for variable in ("NODE_IMAGE", "PYTHON_IMAGE"):
        assert f"ARG {variable}={dict(named)[variable]}\n" in dockerfile
        assert f"FROM ${{{variable}}} AS" in dockerfile
    assert all(re.fullmatch(r"[a-z/-]+:[\w.-]+", image) for _, image in named)
