"""Services of production.yml without Docker: their own commands and variables, an ordinary user, a host for each."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from config.stack.paths import scripts
from config.stack.processes import MARKER
from config.stack.testing import Process, Processes
from tests.production.compose_file import PROJECT, Service, read_service
from tests.production.network import Host, Network

# That of compose/django/Dockerfile.
USER = 10001


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """A running service."""

    service: Service
    host: Host
    process: Process

    @property
    def address(self) -> str:
        return self.host.address

    def stop(self) -> int | None:
        """Stop it as Compose does: SIGTERM, then SIGKILL after the grace period; return its exit code."""
        self.process.signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.popen.wait(self.service.stop_seconds)
        code = self.process.popen.poll()
        self.process.kill_all()
        return code


class Production:
    """Runs services of production.yml. `variables` are those of the `.env` file; they may change between two starts."""

    def __init__(self, *, network: Network, bucket: Any, folder: Path, variables: dict[str, str]) -> None:
        self.network = network
        self.bucket = bucket
        self.folder = folder
        self.variables = variables
        self.sources = PROJECT  # of the processes that are started
        self.names: dict[str, str] = {}
        self.engines: list[Process] = []
        (folder / "logs").mkdir()
        self.processes = Processes(environment=_base(folder), folder=folder / "logs", beats=lambda _: True)

    def run(self, name: str, *command: str, volume: str = "data", **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a service to its end (`docker compose run`), with its own command or another."""
        service, host = self.service(name), Host(address="127.0.0.1")
        argv = [*_as_user(), *(command or service.command)]
        env = {**_base(self.folder), **self._environment(service, host, volume), **variables}
        return subprocess.run(argv, cwd=self.sources, env=env, capture_output=True, text=True, check=False)

    def start(self, name: str, *, volume: str = "data", host: Host | None = None, wait: bool = True) -> Container:
        """Start a service on a new host; `wait` until its health check passes. A volume belongs to one machine."""
        service, host = self.service(name), host or self.network.host()
        command = [host.localize(word) for word in service.command]
        if "worker" in command:
            command += ["--hostname", f"celery@{host.address}"]  # a container's name is in its own UTS namespace
        environment = self._environment(service, host, volume)
        label = f"{name}-{host.address}"
        is_ready = self._health_check(service, host, environment)
        argv = [*host.enter, *_as_user(), "env", f"--chdir={self.sources}", *command]
        process = self.processes.start(label, argv, is_ready=is_ready, env=environment, wait=wait)
        return Container(service=service, host=host, process=process)

    def service(self, name: str) -> Service:
        return read_service(name, self.variables, self.sources)

    def close(self) -> None:
        """Kill everything."""
        self.processes.close()

    def _environment(self, service: Service, host: Host, volume: str) -> dict[str, str]:
        temporary = self.folder / "tmp" / host.address
        data = self.folder / "volumes" / volume
        for folder in (temporary, data):
            folder.mkdir(parents=True, exist_ok=True)

        def here(value: str) -> str:
            value = re.sub(r"(?<=@)(\w+)(?=:)", lambda match: self.names.get(match[0], match[0]), value)
            mounted = {"/data": str(data), "/tmp": str(temporary)}
            return host.localize(re.sub(r"^/(data|tmp)\b", lambda match: mounted[match[0]], value))

        variables = {name: here(value) for name, value in service.environment.items()}
        return {**variables, "TMPDIR": str(temporary), "PYTHONPATH": str(self.sources)}

    def _health_check(self, service: Service, host: Host, environment: Mapping[str, str]) -> Callable[[], bool]:
        argv = [*host.enter, *(host.localize(word) for word in service.healthcheck)]
        env = {**_base(self.folder), **environment}
        return lambda: subprocess.run(argv, cwd=PROJECT, env=env, capture_output=True, check=False).returncode == 0


def _base(folder: Path) -> dict[str, str]:
    """Return what an image sets; nothing of the developer's environment."""
    path = f"{folder / 'bin'}:{scripts()}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": "/nonexistent", "LANG": "C.UTF-8", MARKER: os.environ[MARKER]}


@cache
def _as_user() -> list[str]:
    """Return the words that run a command as the image's user, who may gain no privileges, where root may do so.

    In a user namespace, the user still reads the files of root: a checkout and a Python in the home folder of root.
    """
    words = ["unshare", "--user", f"--map-user={USER}", f"--map-group={USER}", "setpriv", "--no-new-privs"]
    if os.geteuid() != 0 or any(shutil.which(word) is None for word in (words[0], words[4])):
        return []
    return words if subprocess.run([*words, "true"], check=False, capture_output=True).returncode == 0 else []
