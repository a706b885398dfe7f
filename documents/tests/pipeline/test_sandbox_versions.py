"""Code on disk may change under a running worker: the documents of that moment are tried again, not called broken."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("core", "documents")

# Starts a sandbox, waits for the word that the code has changed, asks for another, and again when it is as before.
WORKER = """
import sys
from core.errors import DependencyFault
from documents.pipeline.sandbox import Sandbox

sandbox = Sandbox()
for word in sys.stdin:
    try:
        print("walls" if sandbox.isolation() else "", flush=True)
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
        ("sandbox/messages.py", "\n# another way to write a page\n", "sandbox_outdated"),
        ("../types.py", "\n# a page with one more field\n", "sandbox_outdated"),
        ("sandbox/server.py", "\nimport os; os.write(1, b'no frame')\n", "sandbox_unavailable"),  # garbage
        ("sandbox/wire.py", "\nraise SystemExit\n", "sandbox_unavailable"),  # half of a release
        ("text/parser.py", "\n# reads better\n", "walls"),  # what is said on the pipe stays the same
    ],
)
def test_a_worker_older_than_the_code_on_disk_asks_for_another_try(checkout, changed, text, code):
    source = checkout / "documents" / "pipeline" / changed
    with subprocess.Popen(
        [sys.executable, "-B", "-c", WORKER], cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as worker:
        before = ask(worker)
        original = source.read_text()
        source.write_text(original + text)
        meanwhile = ask(worker)
        source.write_text(original)
        assert (before, meanwhile, ask(worker)) == ("walls", code, "walls")
        worker.stdin.close()


def ask(worker: subprocess.Popen) -> str:
    worker.stdin.write("go\n")
    worker.stdin.flush()
    return worker.stdout.readline().strip()
