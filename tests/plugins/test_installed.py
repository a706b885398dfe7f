"""Plug-ins of two packages that are installed into a virtual environment on top of this one."""

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
    """Return the path of a Python with the packages of this one and both plug-in packages."""
    uv = str(Path(sys.executable).parent / "uv")
    target = tmp_path / "venv"
    _run([uv, "venv", "--quiet", "--offline", "--python", sys.executable, str(target)])
    interpreter = target / "bin" / "python"
    site = _run([str(interpreter), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip()
    (Path(site) / "base.pth").write_text(sysconfig.get_path("purelib") + "\n")
    for name in ("subtitles", "broken"):
        copy = tmp_path / name
        copy.mkdir()
        for file in (HERE / name).iterdir():
            if file.is_file():
                (copy / file.name).write_bytes(file.read_bytes())
        install = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation"]
        _run([*install, "--python", str(interpreter), str(copy)])
    return str(interpreter)


def _run(command):
    env = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LANG") if name in os.environ}
    completed = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert completed.returncode == 0, completed.stdout[-8000:] + completed.stderr[-4000:]
    return completed.stdout


@pytest.mark.full
@pytest.mark.timeout(420)
def test_installed_plug_ins_work_and_faulty_ones_are_skipped(python):
    # proves: X-18
    output = _run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/plugins/checks.py"])
    assert " passed" in output
