"""The product as a new user gets it: cloned into an empty folder with an empty HOME, started with `make run`."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_TIMEOUT = 1200
_SHOWN_LINES = 300  # of the output of a command that failed


@dataclass(frozen=True, slots=True)
class Running:
    """A running product, and the seconds that its start took."""

    seconds: float
    url: str
    username: str
    password: str


@dataclass(frozen=True, slots=True)
class Checkout:
    """A clone with its own HOME."""

    folder: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """Only the variables that a new user's environment has, and those of package registries."""
        prefixes = ("PIP_", "UV_", "NPM_", "SSL_", "LANG", "npm_")
        inherited = {name: value for name, value in os.environ.items() if name.startswith(prefixes)}
        own = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "RATE_LIMITS": "off"}
        return {**inherited, **own}

    def make(self, target: str) -> float:
        """Run a target of make; return the seconds it took."""
        return self.run("make", target)

    def run(self, *command: str) -> float:
        """Run a command and return the seconds it took; its output goes to a file beside the clone."""
        began = time.monotonic()
        with self.log(command[0]).open("ab") as log:
            code = subprocess.call(command, cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        if code:
            sys.stderr.writelines(self.log(command[0]).read_text().splitlines(keepends=True)[-_SHOWN_LINES:])
            raise subprocess.CalledProcessError(code, command)
        return time.monotonic() - began

    def cloned_again(self) -> "Checkout":
        """Clone once more with the same HOME, which has the caches of the package managers."""
        folder = self.folder.parent / "again"
        subprocess.run(["git", "clone", "-q", str(self.folder), str(folder)], check=True)
        return Checkout(folder, self.home)

    def log(self, name: str) -> Path:
        return self.folder.parent / f"{name}.log"

    @contextmanager
    def running(self) -> Iterator[Running]:
        """Start the product, wait until it is ready, and stop it at the end."""
        began = time.monotonic()
        demo = self.folder / ".stack" / "demo.json"
        with self.log("run").open("ab") as log:
            process = subprocess.Popen(
                ["make", "run"], cwd=self.folder, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        try:
            while not demo.exists():
                if process.poll() is not None or time.monotonic() - began > START_TIMEOUT:
                    raise RuntimeError(f"make run did not start:\n{self.log('run').read_text()[-3000:]}")
                time.sleep(0.05)
            seconds = time.monotonic() - began
            facts = json.loads(demo.read_text())
            yield Running(seconds, facts["url"], facts["username"], facts["password"])
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(60)


@contextmanager
def clone(source: Path = ROOT) -> Iterator[Checkout]:
    """Clone the committed state of a repository into a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="cb-") as temporary:
        base = Path(temporary)
        (base / "home").mkdir()
        subprocess.run(["git", "clone", "-q", str(source), str(base / "c")], check=True)
        yield Checkout(base / "c", base / "home")
        shutil.rmtree(base / "c" / ".stack", ignore_errors=True)
