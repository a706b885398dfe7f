"""Everything that is decided before the first process starts, and the environment that follows from it."""

import os
import secrets
import sys
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

SETTINGS = "config.settings.local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """One start of the stack."""

    layout: Layout
    addresses: Addresses
    credentials: Credentials
    web_port: int
    flower_port: int
    board: Board
    # A new name each time: a worker of that name that was killed may still count as alive for some seconds.
    node: str = field(default_factory=lambda: f"worker-{secrets.token_hex(3)}@localhost")

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.web_port}"

    @property
    def flower_url(self) -> str:
        return f"http://{LOOPBACK}:{self.flower_port}"

    def environment(self) -> dict[str, str]:
        """What every child gets: the caller's environment, with our addresses and secrets over it."""
        return {
            **os.environ,
            **self.addresses.environment(),
            **home_for_tools(self.layout),
            "PATH": os.pathsep.join([str(scripts()), os.environ.get("PATH") or os.defpath]),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "SECRET_KEY": self.credentials.secret_key,
            "DATA_DIR": str(self.layout.data),
            "DEMO_USERNAME": self.credentials.username,
            "DEMO_PASSWORD": self.credentials.password,
            "FLOWER_BASIC_AUTH": self.credentials.basic_auth,
            "FLOWER_URL": self.flower_url,
            MARK: str(self.layout.root),
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


def scripts() -> Path:
    """The folder of this environment's programs: celery, npm, node."""
    return Path(sys.executable).parent


def home_for_tools(layout: Layout) -> dict[str, str]:
    """npm writes below HOME; where there is none, it gets a folder of the stack."""
    home = os.environ.get("HOME", "")
    if home and os.access(home, os.W_OK):
        return {}
    folder = layout.cache / "home"
    folder.mkdir(parents=True, exist_ok=True)
    return {"HOME": str(folder)}
