"""Build the virtual environment from the hashed requirements, with the standard library only.

`python -m config.stack.bootstrap` does nothing if the environment is up to date with `requirements/local.txt`.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ENVIRONMENT = PROJECT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
UV = ENVIRONMENT / "bin" / "uv"
REQUIREMENTS = PROJECT / "requirements" / "local.txt"
STAMP = ENVIRONMENT / ".requirements"
OLDEST = (3, 11)


def main() -> int:
    """Bring the environment up to date; return the exit code."""
    if sys.version_info < OLDEST:
        return _fail("Cartulary needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info[:2]))
    current = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    works = _run([str(PYTHON), "-c", ""])
    if works and STAMP.is_file() and STAMP.read_text() == current:
        return 0
    _print("Building the environment in .venv (about 1.2 GB; half a minute to some minutes, once).")
    if not works:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        venv.create(ENVIRONMENT, symlinks=True)  # without pip, whose installation takes seconds
    pip = _pip()
    if not pip:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        return _fail("This Python has neither pip nor ensurepip. Install its venv package (python3-venv on Debian).")
    if not (_install_with_uv(pip) or _install_with_pip(pip)):
        return _fail("The packages could not be installed; the reason is printed above.")
    # Programs of the environment find the project from anywhere, without installing it.
    for packages in ENVIRONMENT.glob("lib/python3*/site-packages"):
        (packages / "cartulary.pth").write_text(f"{PROJECT}\n")
    STAMP.write_text(current)
    _print("The environment is ready.")
    return 0


def _pip() -> list[str]:
    """Return the command of a pip for the environment: this Python's, else one that is installed into it."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON), "--disable-pip-version-check"]
    is_installed = _run([str(PYTHON), "-m", "ensurepip", "--default-pip"])
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check"] if is_installed else []


def _install_with_uv(pip: list[str]) -> bool:
    """Install quickly, and remove packages that are no longer required."""
    if not UV.exists() and not _run([*pip, "install", "--quiet", "--require-hashes", "--no-deps", "-r", _uv_pin()]):
        return False
    # Older and newer versions of uv have different names for: use the certificates of this system.
    env = {**os.environ, "UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "VIRTUAL_ENV": str(ENVIRONMENT)}
    if not os.access(os.environ.get("HOME") or "/nonexistent", os.W_OK):
        env["UV_CACHE_DIR"] = str(ENVIRONMENT / ".cache")
    quiet = [] if sys.stderr.isatty() else ["--quiet"]  # a progress bar in terminals, no list of packages in logs
    return _run([str(UV), "pip", "sync", *quiet, "--require-hashes", str(REQUIREMENTS)], env=env)


def _install_with_pip(pip: list[str]) -> bool:
    """Install slowly, where uv does not run or cannot reach the index that pip is configured for."""
    _print("uv failed; trying pip, which takes longer.")
    return _run([*pip, "install", "--no-deps", "--require-hashes", "-r", str(REQUIREMENTS)])


def _uv_pin() -> str:
    """Write the lock file's entry for uv, hashes included, to a requirements file of one package."""
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


def _run(argv: list[str], *, env: dict[str, str] | None = None) -> bool:
    try:
        return subprocess.run(argv, check=False, env=env, cwd=PROJECT).returncode == 0
    except OSError:
        return False


def _print(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _fail(text: str) -> int:
    _print(f"\n{text}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
