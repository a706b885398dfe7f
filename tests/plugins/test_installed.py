"""Plug-ins of two packages that are installed for real, into a virtual environment over this one."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture
def python(tmp_path):
    """A Python with everything that this one has, and both packages."""
    uv = str(Path(sys.executable).parent / "uv")
    target = tmp_path / "venv"
    _run([uv, "venv", "--quiet", "--offline", "--python", sys.executable, str(target)])
    found = target / "bin" / "python"
    site = _run([str(found), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip()
    (Path(site) / "over.pth").write_text(sysconfig.get_path("purelib") + "\n")
    for name in ("subtitles", "broken"):
        copy = tmp_path / name
        copy.mkdir()
        for file in (HERE / name).iterdir():
            if file.is_file():
                (copy / file.name).write_bytes(file.read_bytes())
        install = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation"]
        _run([*install, "--python", str(found), str(copy)])
    return str(found)


def _run(command):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LANG") if name in os.environ}
    done = subprocess.run(command, cwd=ROOT, env=kept, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.timeout(420)
def test_installed_packages_are_used_and_broken_ones_stop_nothing(python):
    # proves: X-18
    said = _run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/plugins/checks.py"])
    assert " passed" in said
