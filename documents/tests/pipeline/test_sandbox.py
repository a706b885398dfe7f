"""The sandbox: isolation, limits, crashes, cancellation. Every request ends with events or a typed error."""

import subprocess
import sys
import time
from itertools import islice, pairwise
from pathlib import Path

import pytest

from core.errors import DependencyFault
from documents.errors import (
    CorruptDocument,
    EncryptedDocument,
    ParserCrashed,
    ParserInterrupted,
    ParserOutOfMemory,
    ParserTimeout,
    TooManyPages,
    UnsafeDocument,
)
from documents.pipeline.sandbox import Limits, Sandbox, check_isolation, shared_sandbox
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.hostile_requests import ANY_FILE, options, sandbox_pid
from documents.tests.pipeline.results import collect
from documents.types import DocumentInfo, PagesRead, ParseOptions
from tests.timeouts import in_time

ROOT = Path(__file__).parents[3]


def pdf(scratch: Path, **changes) -> ParseOptions:
    return ParseOptions("application/pdf", str(scratch), **changes)


def test_a_contract_is_parsed_as_without_the_sandbox(sandbox, parse, tmp_path):
    # proves: S1-6
    inside = collect(sandbox.parse(DATA / "contract.pdf", pdf(tmp_path)))
    outside = parse("contract.pdf")
    assert [page.text for page in inside.pages] == [page.text for page in outside.pages]
    assert [tuple(t.text for t in p.tokens) for p in inside.pages] == [
        tuple(t.text for t in p.tokens) for p in outside.pages
    ]
    assert inside.structure.items == tuple(outside.structure.items)


def test_events_are_streamed(sandbox, tmp_path):
    events = sandbox.parse(ANY_FILE, options("wait", tmp_path))
    assert next(events) == DocumentInfo(2)
    events.close()


@pytest.mark.full
def test_errors_keep_their_class_and_data(sandbox, tmp_path):
    with pytest.raises(EncryptedDocument):
        collect(sandbox.parse(DATA / "encrypted_foo.pdf", pdf(tmp_path)))
    with pytest.raises(TooManyPages) as raised:
        collect(sandbox.parse(DATA / "contract.pdf", pdf(tmp_path, max_pages=3)))
    assert raised.value.data == {"pages": 8, "limit": 3}


def test_the_process_survives_a_failed_document(sandbox, tmp_path):
    before = sandbox_pid(sandbox, tmp_path)
    with pytest.raises(CorruptDocument):
        collect(sandbox.parse(ANY_FILE, pdf(tmp_path)))
    assert sandbox_pid(sandbox, tmp_path) == before


@pytest.mark.parametrize(
    ("action", "failure"),
    [
        ("segfault", ParserCrashed),
        ("killed", ParserInterrupted),  # perhaps by the kernel: the machine had no memory left
        ("disk-full", ParserInterrupted),
        pytest.param("bug", ParserCrashed, marks=pytest.mark.full),  # an unexpected exception
        ("garbage", ParserCrashed),  # not a message
        ("endless-frame", ParserCrashed),  # would fill the memory of the worker
        pytest.param("wrong-offsets", ParserCrashed, marks=pytest.mark.full),  # invalid events
        pytest.param("page-out-of-order", ParserCrashed, marks=pytest.mark.full),
        ("foreign-rendition", ParserCrashed),  # a link to a file of the host
        ("write-outside", ParserCrashed),
    ],
)
def test_every_fault_is_a_crash_and_the_next_document_is_parsed(sandbox, tmp_path, action, failure):
    target = tmp_path / "outside"
    with pytest.raises(failure):
        collect(sandbox.parse(ANY_FILE, options(action, tmp_path, target=str(target))))
    assert not target.exists()
    assert sandbox_pid(sandbox, tmp_path) > 0


@pytest.mark.parametrize("action", ["memory", "memory-in-c"])
def test_out_of_memory_is_distinguished_from_a_crash(tmp_path, action):
    limits = Limits(memory_bytes=512 * 1024 * 1024)
    sandbox = Sandbox(limits=limits, plugins=("documents.tests.pipeline.hostile:HostileParser",))
    with pytest.raises(ParserOutOfMemory):
        collect(sandbox.parse(ANY_FILE, options(action, tmp_path)))
    sandbox.close()


@pytest.mark.full
def test_the_memory_of_a_large_worker_does_not_count(tmp_path):
    """The kernel counts the resident memory of the process that starts a program to that program."""
    limits = Limits(memory_bytes=512 * 1024 * 1024)
    ballast = b"x" * limits.memory_bytes
    sandbox = Sandbox(limits=limits, plugins=("documents.tests.pipeline.hostile:HostileParser",))
    with pytest.raises(ParserCrashed):
        collect(sandbox.parse(ANY_FILE, options("segfault", tmp_path)))
    sandbox.close()
    assert len(ballast) == limits.memory_bytes


@pytest.mark.parametrize("action", ["hang-in-c", "wait"])
def test_a_deadline_ends_code_that_holds_the_interpreter_lock(sandbox, tmp_path, action):
    started = time.monotonic()
    with pytest.raises(ParserTimeout):
        collect(sandbox.parse(ANY_FILE, options(action, tmp_path), deadline=started + 0.3))
    assert time.monotonic() - started < 60


def test_endless_refused_calls_do_not_keep_the_guard_busy(sandbox, tmp_path):
    pid = int(collect(sandbox.parse(ANY_FILE, options("refused-calls", tmp_path))).pages[0].width)
    assert sandbox_pid(sandbox, tmp_path) == pid


def test_libraries_that_ask_for_access_get_it(sandbox, tmp_path):
    assert sandbox_pid(sandbox, tmp_path) == int(
        next(event.width for event in sandbox.parse(ANY_FILE, options("access", tmp_path)) if hasattr(event, "width"))
    )


def test_a_parser_cannot_run_programs(sandbox, tmp_path):
    # proves: V5.3.1
    if not sandbox.isolation().filtered_calls:
        pytest.skip("this kernel filters no system calls")
    assert sandbox_pid(sandbox, tmp_path) == next(
        int(event.width) for event in sandbox.parse(ANY_FILE, options("execute", tmp_path)) if hasattr(event, "width")
    )


def test_endless_recursion_is_distinguished_from_a_crash(sandbox, tmp_path):
    with pytest.raises(UnsafeDocument):
        collect(sandbox.parse(ANY_FILE, options("deep", tmp_path)))


@pytest.mark.parametrize(
    "limits",
    [Limits(cpu_seconds=1), pytest.param(Limits(page_cpu_seconds=1), marks=pytest.mark.full)],
    ids=["request", "page"],
)
def test_processor_time_is_limited_without_a_deadline(tmp_path, limits):
    sandbox = Sandbox(limits=limits, plugins=("documents.tests.pipeline.hostile:HostileParser",))
    with pytest.raises(ParserTimeout):
        collect(sandbox.parse(ANY_FILE, options("burn", tmp_path)))
    sandbox.close()


@pytest.mark.full
def test_the_processor_time_for_a_table_is_limited(tmp_path):
    wide = tmp_path / "wide.csv"
    wide.write_text("\n".join([",".join(["1"] * 1000)] * 800))
    sandbox = Sandbox(limits=Limits(table_cpu_seconds=1))
    with pytest.raises(ParserTimeout):
        collect(sandbox.parse(wide, ParseOptions("text/csv", str(tmp_path))))
    sandbox.close()


@pytest.mark.parametrize(
    "action",
    [
        "fill-the-disk",
        pytest.param("many-files", marks=pytest.mark.full),
        pytest.param("many-results", marks=pytest.mark.full),
        "endless-answers",
    ],
)
def test_output_is_limited(tmp_path, action):
    # proves: V5.2.3
    limits = Limits(output_bytes=20_000_000, output_files=500, answer_bytes=5_000_000)
    sandbox = Sandbox(limits=limits, plugins=("documents.tests.pipeline.hostile:HostileParser",))
    with pytest.raises(UnsafeDocument):
        collect(sandbox.parse(ANY_FILE, options(action, tmp_path), deadline=time.monotonic() + 60))
    assert sandbox.pid is None  # its files were removed with the process
    assert len(list(tmp_path.iterdir())) <= 501  # including the one above the limit
    assert sandbox_pid(sandbox, tmp_path) > 0
    sandbox.close()


# proves: S0-5 S0-6
def test_structure_analysis_waits_until_it_is_requested(sandbox, tmp_path):
    events = sandbox.parse(ANY_FILE, options("structure", tmp_path))
    first = list(islice(events, 4))
    pid = int(first[1].width)
    assert first[3] == PagesRead()
    assert eventually(lambda: is_idle(pid))
    events.close()
    assert not is_running(pid)


def is_idle(pid: int) -> bool:
    before = cpu_ticks(pid)
    time.sleep(0.3)
    return cpu_ticks(pid) - before <= 1


def cpu_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_cancelling_kills_the_process_within_a_second(sandbox, tmp_path):
    class Cancelled(Exception):
        pass

    def cancel() -> float:
        """Return the longest time between two checks."""
        pid = sandbox_pid(sandbox, tmp_path)
        calls: list[float] = []

        def check() -> None:
            calls.append(time.monotonic())
            if len(calls) > 3:
                raise Cancelled

        with pytest.raises(Cancelled):
            collect(sandbox.parse(ANY_FILE, options("wait", tmp_path), check=check))
        assert not is_running(pid)
        return max(b - a for a, b in pairwise(calls))

    in_time(cancel, limit=1)


@pytest.mark.full
def test_an_unfinished_parse_leaves_no_process_and_no_lock(sandbox, tmp_path):
    events = sandbox.parse(ANY_FILE, options("wait", tmp_path))
    next(events)
    pid = sandbox.pid
    events.close()
    assert not is_running(pid)
    assert sandbox_pid(sandbox, tmp_path) != pid


def test_a_nested_request_is_refused_instead_of_a_deadlock(sandbox, tmp_path):
    events = sandbox.parse(ANY_FILE, options("wait", tmp_path))
    next(events)
    with pytest.raises(RuntimeError, match="still reading"):
        sandbox.thumbnail(ANY_FILE, "image/png")
    events.close()


def test_network_and_other_files_are_not_accessible(sandbox):
    report = check_isolation(sandbox)
    assert report.is_isolated, report
    assert sandbox.isolation().has_no_network


def test_the_process_dies_with_its_parent():
    program = (
        "import sys; from pathlib import Path; from documents.pipeline.sandbox import Sandbox;"
        "from documents.types import ParseOptions;"
        "s = Sandbox(plugins=('documents.tests.pipeline.hostile:HostileParser',));"
        "e = s.parse(Path(sys.argv[1]), ParseOptions('hostile/hang-in-c', '/nowhere')); next(e);"
        "print(s.pid, flush=True); next(e)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(ANY_FILE)], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_running(pid)
        parent.kill()
    assert eventually(lambda: not is_running(pid))


@pytest.mark.parametrize("which", ["shared_sandbox", "lambda sandbox=Sandbox(): sandbox"])
def test_a_forked_child_has_its_own_sandbox(which):
    """Run in another process: this one has threads, and a forked child without them may hang."""
    program = f"""
import os
from documents.pipeline.sandbox import Sandbox, shared_sandbox
get_sandbox = {which}
isolation = get_sandbox().isolation()
before = get_sandbox().pid
child = os.fork()
if not child:
    get_sandbox().close()
    assert get_sandbox().isolation() == isolation
    os._exit(7 if get_sandbox().pid != before else 1)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert get_sandbox().isolation() == isolation
print(status, get_sandbox().pid == before)
"""
    assert run_in_process(program) == "7 True"


@pytest.mark.full
def test_a_fork_during_a_request_does_not_block_the_child():
    program = f"""
import os
from pathlib import Path
from documents.pipeline.sandbox import Sandbox
from documents.types import ParseOptions
sandbox = Sandbox(plugins=("documents.tests.pipeline.hostile:HostileParser",))
events = sandbox.parse(Path({str(ANY_FILE)!r}), ParseOptions("hostile/wait", "/nowhere"))
next(events)
child = os.fork()
if not child:
    os._exit(7 if sandbox.isolation() else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), sandbox.pid is not None)
events.close()
"""
    assert run_in_process(program) == "7 True"


def test_a_closed_sandbox_starts_again(tmp_path):
    shared_sandbox().close()
    assert shared_sandbox().isolation().has_no_network
    shared_sandbox().close()


def test_a_failed_start_is_a_retryable_error(tmp_path, monkeypatch):
    sandbox = Sandbox()
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", str(tmp_path / "nothing"))
        with pytest.raises(DependencyFault):
            sandbox.isolation()
    assert sandbox.isolation().has_no_network
    sandbox.close()


def test_the_environment_of_the_worker_is_not_inherited(sandbox, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "very secret")
    pid = sandbox_pid(sandbox, tmp_path)
    environment = Path(f"/proc/{pid}/environ").read_bytes()
    assert b"very secret" not in environment


def run_in_process(program: str) -> str:
    completed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout.strip()


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False
    return "State:\tZ" not in status


def eventually(condition, seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False
