"""Everything that is decided before the first process starts, and the environment that follows from it."""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from config.stack.addresses import Addresses
from config.stack.board import Board
from config.stack.credentials import Credentials
from config.stack.layout import PROJECT, Layout
from config.stack.logs import ChildLog
from config.stack.ports import LOOPBACK
from config.stack.steps import Commands
from config.stack.sweep import MARK
from config.stack.tools import tool_environment

SETTINGS = "config.settings.local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """One start of the stack."""

    layout: Layout
    addresses: Addresses
    credentials: Credentials
    web_port: int
    flower_port: int
    metrics_port: int
    board: Board
    # A new name each time: a worker of that name that was killed may still count as alive for some seconds.
    node: str = field(default_factory=lambda: f"worker-{secrets.token_hex(3)}@localhost")

    metrics_token: str = field(default_factory=lambda: os.environ.get("METRICS_TOKEN") or secrets.token_urlsafe(24))

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.web_port}"

    @property
    def flower_url(self) -> str:
        return f"http://{LOOPBACK}:{self.flower_port}"

    def environment(self) -> dict[str, str]:
        """What every child gets: the caller's environment, with our addresses and secrets over it."""
        return {
            **tool_environment(self.layout),
            **self.addresses.environment(),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "SECRET_KEY": self.credentials.secret_key,
            "JWT_SECRET": self.credentials.jwt_secret,
            # One machine: whoever reaches it may make an account, and letters lie in a folder.
            "REGISTRATION": os.environ.get("REGISTRATION", "open"),
            "EMAIL_URL": os.environ.get("EMAIL_URL", f"filemail:///{self.layout.data / 'mail'}"),
            "DATA_DIR": str(self.layout.data),
            "DEMO_USERNAME": self.credentials.username,
            "DEMO_PASSWORD": self.credentials.password,
            "FLOWER_BASIC_AUTH": self.credentials.basic_auth,
            "FLOWER_URL": self.flower_url,
            "METRICS_TOKEN": self.metrics_token,
            "WORKER_METRICS_HOST": LOOPBACK,
            "WORKER_METRICS_PORT": str(self.metrics_port),
            MARK: str(self.layout.root),
        }

    def prometheus(self) -> dict[str, object]:
        """What a Prometheus on this machine needs to watch this start (JSON is YAML too)."""

        def ask(name: str, port: int) -> dict[str, object]:
            targets = [{"targets": [f"{LOOPBACK}:{port}"]}]
            return {"job_name": name, "authorization": {"credentials": self.metrics_token}, "static_configs": targets}

        return {
            "global": {"scrape_interval": "5s"},
            "rule_files": [str(PROJECT / "compose" / "prometheus" / "alerts.yml")],
            "scrape_configs": [ask("cartulary-web", self.web_port), ask("cartulary-worker", self.metrics_port)],
        }

    def commands(self, step: str, *, cwd: Path = PROJECT) -> Commands:
        log = ChildLog(self.layout.logs / f"{step}.log")
        return Commands(step=step, log=log, board=self.board, env=self.environment(), cwd=cwd)

    def demo(self) -> dict[str, str]:
        """What a person or a program needs to begin; the same account opens the UI, the admin and Flower."""
        return {
            "url": f"{self.url}/",
            "username": self.credentials.username,
            "password": self.credentials.password,
            "graphql": f"{self.url}/graphql/",
            "flower": f"{self.flower_url}/",
            "admin": f"{self.url}/admin/",
        }
