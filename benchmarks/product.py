"""The product as a stranger gets it: cloned into an empty folder, an empty HOME, started with `make run`."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_LIMIT = 1200


@dataclass(frozen=True, slots=True)
class Checkout:
    """A clone with its own HOME."""

    folder: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """The caller's environment without what a stranger would not have."""
        kept = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "UV_", "NPM_", "SSL_", "LANG", "npm_"))}
        return {**kept, "HOME": str(self.home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "RATE_LIMITS": "off"}

    def make(self, *targets: str) -> float:
        """Run make to its end and give the seconds it took; its output goes to a file beside the clone."""
        began = time.monotonic()
        with self.log(targets[0]).open("ab") as log:
            subprocess.run(
                ["make", *targets], cwd=self.folder, env=self.environment, stdout=log, stderr=log, check=True
            )
        return time.monotonic() - began

    def log(self, name: str) -> Path:
        return self.folder.parent / f"{name}.log"

    @contextmanager
    def running(self) -> "Iterator[Running]":
        """Start the product and stop it again."""
        began = time.monotonic()
        demo = self.folder / ".stack" / "demo.json"
        with self.log("run").open("ab") as log:
            process = subprocess.Popen(
                ["make", "run"], cwd=self.folder, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        try:
            while not demo.exists():
                if process.poll() is not None or time.monotonic() - began > START_LIMIT:
                    raise RuntimeError(f"make run did not come up:\n{self.log('run').read_text()[-3000:]}")
                time.sleep(0.05)
            seconds = time.monotonic() - began
            yield Running(seconds=seconds, **_facts(demo))
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(60)


@dataclass(frozen=True, slots=True)
class Running:
    """A product that is up, and the seconds from the command to that."""

    seconds: float
    url: str
    username: str
    password: str


def _facts(demo: Path) -> dict[str, str]:
    facts = json.loads(demo.read_text())
    return {name: facts[name] for name in ("url", "username", "password")}


@contextmanager
def clone() -> Iterator[Checkout]:
    """Clone what is committed into a temporary folder; it goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="cb-") as temporary:
        base = Path(temporary)
        (base / "home").mkdir()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(base / "c")], check=True)
        yield Checkout(base / "c", base / "home")
        shutil.rmtree(base / "c" / ".stack", ignore_errors=True)
