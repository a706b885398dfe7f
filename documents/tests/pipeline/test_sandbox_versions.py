"""Changes of the code on disk under a running worker: affected documents are retried, not failed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("core", "documents")

# Starts a sandbox for each line on its standard input, and prints the result.
WORKER = """
import sys
from core.errors import DependencyFault
from documents.pipeline.sandbox import Sandbox

sandbox = Sandbox()
for line in sys.stdin:
    try:
        print("ready" if sandbox.isolation() else "", flush=True)
    except DependencyFault as fault:
        print(fault.code, flush=True)
    sandbox.close()
"""


@pytest.fixture
def checkout(tmp_path) -> Path:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "text", "code"),
    [
        ("sandbox/messages.py", "\n# another format of pages\n", "sandbox_outdated"),
        pytest.param("../types.py", "\n# a page with one more field\n", "sandbox_outdated", marks=pytest.mark.full),
        ("sandbox/server.py", "\nimport os; os.write(1, b'no frame')\n", "sandbox_unavailable"),  # invalid message
        pytest.param(
            "sandbox/wire.py", "\nraise SystemExit\n", "sandbox_unavailable", marks=pytest.mark.full
        ),  # broken code
        pytest.param(
            "text/parser.py", "\n# reads better\n", "ready", marks=pytest.mark.full
        ),  # not part of the protocol
    ],
)
def test_a_worker_with_older_code_raises_a_retryable_error(checkout, changed, text, code):
    source = checkout / "documents" / "pipeline" / changed
    with subprocess.Popen(
        [sys.executable, "-B", "-c", WORKER], cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as worker:
        before = start_sandbox(worker)
        original = source.read_text()
        source.write_text(original + text)
        changed_result = start_sandbox(worker)
        source.write_text(original)
        assert (before, changed_result, start_sandbox(worker)) == ("ready", code, "ready")
        worker.stdin.close()


def start_sandbox(worker: subprocess.Popen) -> str:
    worker.stdin.write("go\n")
    worker.stdin.flush()
    return worker.stdout.readline().strip()
