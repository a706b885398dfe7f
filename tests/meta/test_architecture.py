"""Rules of the code base: documented signals, small files, reasons for silenced checks, working links."""

import os
import re
import subprocess
from configparser import ConfigParser
from pathlib import Path

from benchmarks.codebase import modules
from benchmarks.codebase.sources import read as read_sources
from core.management.commands.signals import live_map

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 400
CODE = r"[A-Z]+[0-9]+"
SILENCED = re.compile(rf"# (?:noqa(?:: {CODE}(?:, {CODE})*)?|type: ignore(?:\[[a-z, -]+\])?)(?P<why>.*)$")


def documented_map() -> list[tuple[str, str]]:
    page = (ROOT / "docs" / "architecture.md").read_text()
    block = page.split("<!-- signals -->")[1]
    return sorted(tuple(row) for row in re.findall(r"^\| `(.+?)` \| `(.+?)` \|", block, re.MULTILINE))


def test_every_receiver_is_documented_and_every_documented_receiver_is_connected():
    # proves: S1-17
    assert live_map() == documented_map()


def test_the_only_model_signal_is_the_creation_of_a_document():
    model_signals = [signal for signal, _ in live_map() if "(" in signal]
    assert model_signals == ["post_save(Document)"]


def sources(*patterns: str) -> list[str]:
    """Return the tracked files that match, without migrations."""
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines() if "/migrations/" not in path and (ROOT / path).exists()]


def test_pdfium_is_used_with_our_fonts_only():
    """The module that all others import it from replaces the fonts of the host."""
    imports = re.compile(r"^\s*(import|from) pypdfium2(_raw)?\b", re.MULTILINE)
    assert [p for p in sources("*.py") if imports.search((ROOT / p).read_text())] == ["documents/pipeline/pdfium.py"]


def test_source_files_are_not_too_long():
    long = [p for p in sources("*.py", "*.ts", "*.tsx") if len((ROOT / p).read_text().splitlines()) > MAX_LINES]
    assert long == []


def test_the_api_of_every_feature_has_its_place_among_the_layers():
    config = ConfigParser()
    config.read(ROOT / "setup.cfg")
    layers = re.findall(r"corpuses\.\w+\.api", config["importlinter:contract:corpuses-api"]["layers"])
    features = {f"corpuses.{path.split('/')[1]}.api" for path in sources("corpuses/*/api/*.py")}
    assert sorted(layers) == sorted(features)


def test_no_modules_import_each_other():
    """Neither inside functions nor for type checkers."""
    imports = modules.python_imports(read_sources(ROOT).trees, is_at_start=False)
    assert modules.circles(imports) == []


def test_silenced_checks_have_a_reason():
    without_reason = [
        f"{path}:{number}"
        for path in sources("*.py")
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if (match := SILENCED.search(line)) and not match["why"].strip(" #-")
    ]
    assert without_reason == []


def test_links_of_the_documentation_work():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_the_script_of_continuous_integration_runs_all_checks():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = re.findall(r"^make ([\w-]+)", script.read_text(), re.MULTILINE)
    assert commands == ["test-all", "sure", "production-test"]
