"""A corpus of attempts to escape from the sandbox, made as root and as an ordinary user: all of them are held."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import security
from documents.pipeline.sandbox import Sandbox, client
from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline import escapes
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions

ROOT = Path(__file__).parents[3]
ORDINARY_USER = 65534
# One document of each format; a scan, which is read by text recognition.
SAMPLE = ("contract.pdf", "scan.pdf", "word_sample.docx", "mail/eml_with_attachment.eml")
DOCUMENTS = (
    *("acroform.pdf", "scan_rotated_90.pdf", "page.png", "phototest.tif", "arabic.pdf", "powerpoint_sample.pptx"),
    *("xlsx_01.xlsx", "legacy_sample.xls", "text_document_01.odt", "odf_presentation_01.odp", "table.rtf"),
    *("example_03.html", "nested.md", "asciidoc_02.asciidoc", "simple.xml", "test_mskanji.csv"),
    *("webvtt_example_01.vtt", "udhr.txt", "mail/msg_simple.msg"),
)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux confines a sandbox like this")
_outcomes: dict[str, dict[str, str]] = {}


@pytest.fixture(scope="module")
def ordinary_python() -> Iterator[Path]:
    """Return an interpreter that an ordinary user can run, with the packages of this one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        for candidate in (Path(os.path.realpath(sys.executable)), Path("/usr/bin", version)):
            command = [str(candidate), "-m", "venv", "--without-pip", str(folder / "venv")]
            if can_run(candidate) and subprocess.run(command, check=False).returncode == 0:
                packages = "\n".join(path for path in sys.path if path.endswith("site-packages"))
                (folder / "venv" / "lib" / version / "site-packages" / "packages.pth").write_text(packages)
                break
        else:
            pytest.skip("an ordinary user can run no interpreter of this version")
        yield folder / "venv" / "bin" / "python"


def can_run(python: Path) -> bool:
    try:
        return subprocess.run([python, "-c", ""], user=ORDINARY_USER, check=False).returncode == 0
    except OSError:
        return False


def users() -> Iterator[object]:
    """Yield the users who make the attempts; the one who runs the tests is the sample."""
    for name in ("root", "ordinary user"):
        is_current = (name == "root") == (os.geteuid() == 0)
        yield pytest.param(name, marks=() if is_current else pytest.mark.full)


@pytest.fixture(scope="module", params=users())
def outcomes(request) -> dict[str, str]:
    """Return the outcome of each attempt."""
    if request.param == "ordinary user" and os.geteuid() == 0:
        python, user = request.getfixturevalue("ordinary_python"), ORDINARY_USER
    elif (request.param == "root") == (os.geteuid() == 0):
        python, user = Path(sys.executable), os.geteuid()
    else:
        pytest.skip("only root can make the attempts as root")
    completed = subprocess.run(
        [python, "-m", escapes.__name__],
        user=user,
        group=user if user else None,
        extra_groups=[] if user != os.geteuid() else None,
        cwd=ROOT,
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    result: dict[str, str] = json.loads(completed.stdout)
    _outcomes[request.param] = result
    return result


@pytest.fixture(scope="module", autouse=True)
def _report():
    """Update the figures of `make escapes`."""
    yield
    if path := os.environ.get("SECURITY_RESULTS"):
        made = [outcome for outcomes in _outcomes.values() for outcome in outcomes.values()]
        security.update(Path(path), escape_attempts=len(made), escapes=len(made) - made.count(escapes.HELD))


def test_every_attempt_is_held(outcomes):
    # proves: V5.3.2
    assert len(outcomes) > 150
    assert {name for name, outcome in outcomes.items() if outcome != escapes.HELD} == set()


def test_a_refused_call_is_logged_once_with_the_parser(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(client, "_logged_calls", set())
    sandbox = Sandbox(plugins=(escapes.PLUGIN,))
    options = ParseOptions("escape/fork", str(tmp_path))
    for _ in range(2):
        collect(sandbox.parse(DATA / "page.png", options, parser="escapes"))
    is_logged = sandbox.isolation().logged_calls
    sandbox.close()
    if not is_logged:
        pytest.skip("this kernel does not report which calls it refuses")
    records = [record for record in caplog.records if record.msg == "sandbox.refused_call"]
    assert sorted((record.call, record.parser) for record in records) == [("clone", "escapes")]


@pytest.mark.parametrize("name", [*SAMPLE, *(pytest.param(name, marks=pytest.mark.full) for name in DOCUMENTS)])
def test_no_parser_needs_a_refused_call(sandbox, tmp_path, caplog, monkeypatch, name):
    monkeypatch.setattr(client, "_logged_calls", set())
    path = DATA / name
    mime_type = sniff_file(path, name=path.name)
    collect(sandbox.parse(path, ParseOptions(mime_type, str(tmp_path))))
    sandbox.thumbnail(path, mime_type)
    assert [record.call for record in caplog.records if record.msg == "sandbox.refused_call"] == []
