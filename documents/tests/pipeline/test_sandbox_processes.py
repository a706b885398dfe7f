"""The process of a sandbox: when it is replaced."""

import os
import signal
import time

import pytest

from documents.pipeline.sandbox import Limits, Sandbox
from documents.tests.pipeline.hostile_requests import ANY_FILE, options, sandbox_pid
from documents.tests.pipeline.results import collect
from tests.processes import is_alive
from tests.timeouts import until


def test_a_process_that_dies_while_idle_is_replaced(sandbox, tmp_path):
    pid = sandbox_pid(sandbox, tmp_path)
    os.kill(pid, signal.SIGKILL)
    assert sandbox_pid(sandbox, tmp_path) != pid


def test_a_process_without_requests_ends_and_the_next_request_starts_another(tmp_path):
    sandbox = Sandbox(limits=Limits(idle_seconds=1), plugins=("documents.tests.pipeline.hostile:HostileParser",))
    pid = sandbox_pid(sandbox, tmp_path)
    until(lambda: not is_alive(pid))
    assert sandbox_pid(sandbox, tmp_path) != pid
    sandbox.close()


@pytest.mark.full
def test_an_invalid_message_between_two_documents_replaces_the_process(sandbox, tmp_path):
    pid = int(collect(sandbox.parse(ANY_FILE, options("late-garbage", tmp_path))).pages[0].width)
    time.sleep(1)
    assert sandbox_pid(sandbox, tmp_path) != pid


@pytest.mark.full
def test_the_process_is_replaced_after_its_maximum_of_requests(tmp_path):
    sandbox = Sandbox(limits=Limits(max_requests=2), plugins=("documents.tests.pipeline.hostile:HostileParser",))
    pids = [sandbox_pid(sandbox, tmp_path) for _ in range(3)]
    assert pids[0] == pids[1] != pids[2]
    sandbox.close()
