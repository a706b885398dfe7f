"""Build the virtual environment from the hashed requirements. Runs on a bare Python, so: standard library only.

`python -m config.stack.bootstrap` does nothing when the environment is what `requirements/local.txt` names.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ENVIRONMENT = PROJECT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
REQUIREMENTS = PROJECT / "requirements" / "local.txt"
STAMP = ENVIRONMENT / ".requirements"
OLDEST = (3, 11)


def main() -> int:
    """Bring the environment up to date; give the exit code."""
    if sys.version_info < OLDEST:
        return _fail("Cartulary needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info[:2]))
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    works = _answers([str(PYTHON), "-c", ""])
    if works and STAMP.is_file() and STAMP.read_text() == wanted:
        return 0
    _say("Building the environment in .venv (about 1.2 GB; half a minute to some minutes, once).")
    if not works and not _create():
        return 1
    if not (_install_with_uv() or _install_with_pip()):
        return _fail("The packages could not be installed; what stands above says why.")
    _make_importable()
    STAMP.write_text(wanted)
    _say("The environment is ready.")
    return 0


def _create() -> bool:
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    try:
        venv.create(ENVIRONMENT, with_pip=True, symlinks=True)
    except subprocess.CalledProcessError:
        # Some distributions ship a Python without ensurepip; its own pip can fill the environment from outside.
        venv.create(ENVIRONMENT, with_pip=False, symlinks=True, clear=True)
        if not _answers([sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "--quiet", "pip"]):
            _fail("This Python has neither ensurepip nor pip. Install its venv package (python3-venv on Debian).")
            shutil.rmtree(ENVIRONMENT, ignore_errors=True)
            return False
    return True


def _install_with_uv() -> bool:
    """The fast way; it also removes what is no longer named."""
    uv = ENVIRONMENT / "bin" / "uv"
    pinned = ["--quiet", "--require-hashes", "--no-deps", "-r", _uv_pin()]
    if not uv.exists() and not _answers([*_pip(), "install", *pinned]):
        return False
    # Older and newer versions of uv have different names for: use the certificates of this system.
    env = {**os.environ, "UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "VIRTUAL_ENV": str(ENVIRONMENT)}
    if not os.access(os.environ.get("HOME") or "/nonexistent", os.W_OK):
        env["UV_CACHE_DIR"] = str(ENVIRONMENT / ".cache")
    quiet = [] if sys.stderr.isatty() else ["--quiet"]  # a progress bar for people, no list of packages for logs
    return _answers([str(uv), "pip", "sync", *quiet, "--require-hashes", str(REQUIREMENTS)], env=env)


def _install_with_pip() -> bool:
    """The slow way, for where uv cannot run or cannot reach what pip is configured to reach."""
    _say("uv could not; trying pip, which takes longer.")
    return _answers([*_pip(), "install", "--no-deps", "--require-hashes", "-r", str(REQUIREMENTS)])


def _uv_pin() -> str:
    """Write the lock file's own entry for uv, hashes included, as a requirements file of one package."""
    lines = REQUIREMENTS.read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("uv=="))
    entry = [lines[start]]
    for line in lines[start + 1 :]:
        if not line.strip().startswith("--hash"):
            break
        entry.append(line)
    pin = ENVIRONMENT / "uv.txt"
    pin.write_text("\n".join(entry).rstrip(" \\") + "\n")
    return str(pin)


def _make_importable() -> None:
    """Let programs of the environment find the project from anywhere, without installing it."""
    for packages in ENVIRONMENT.glob("lib/python3*/site-packages"):
        (packages / "cartulary.pth").write_text(f"{PROJECT}\n")


def _pip() -> list[str]:
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]


def _answers(argv: list[str], *, env: dict[str, str] | None = None) -> bool:
    try:
        return subprocess.run(argv, check=False, env=env, cwd=PROJECT).returncode == 0
    except OSError:
        return False


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _fail(text: str) -> int:
    _say(f"\n{text}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
