"""Report of `doctor` about the sandbox of the parsers: results of a real attempt."""

import sys

import pytest

from config.stack.doctor import SandboxCheck, check_sandbox, office_finding, sandbox_finding
from documents.pipeline.sandbox import IsolationReport, Sandbox
from documents.pipeline.sandbox.isolation import Isolation

NAMES = ("network namespace", "process namespace", "Landlock", "seccomp")


def test_it_lists_the_active_restrictions_of_the_sandbox():
    sandbox = Sandbox()
    granted = sandbox.isolation()
    sandbox.close()
    fact = sandbox_finding(check_sandbox()).fact
    assert "parsers reach no network and no other files" in fact
    assert [name in fact for name in NAMES] == list(granted.as_message().values())[: len(NAMES)]


@pytest.mark.parametrize(
    ("granted", "tried", "good", "words"),
    [
        (
            (True, True, True, True),
            (False, False, False),
            True,
            "isolated by network namespace, process namespace, Landlock, seccomp",
        ),
        (
            (False, False, True, True),
            (False, False, False),
            None,
            "no network and no other files; isolated by Landlock, seccomp",
        ),
        ((True, True, False, True), (False, True, True), None, "can read other files and write other files"),
        ((False, False, False, False), (True, True, True), None, "can reach the network and read other files"),
    ],
)
def test_it_reports_whether_the_restrictions_hold(granted, tried, good, words):
    finding = sandbox_finding(SandboxCheck.of(Isolation(*granted), IsolationReport(*tried)))
    assert finding.good is good
    assert words in finding.fact
    assert [name in finding.advice for name in NAMES] == [not wall for wall in granted]


def test_it_fails_when_no_document_can_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    assert sandbox_finding(check_sandbox()).good is False


def test_it_reports_whether_old_office_files_can_be_read(tmp_path):
    program = tmp_path / "soffice"
    program.touch(mode=0o755)
    assert (office_finding(str(program)).good, office_finding(str(program)).advice) == (True, "")
    missing = office_finding(f"{program}-7")
    assert missing.good is None
    assert "libreoffice-writer-nogui" in missing.advice
