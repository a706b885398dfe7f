"""A supervisor over small children, as a program that tests may kill: `python -m tests.stack.small_stack`."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from config.stack.paths import StackError
from config.stack.status import StatusBoard
from config.stack.supervisor import Backoff, Service, StopSignal, Supervisor

# Writes its pid, starts a grandchild in a session of its own (as the sandbox does), notes its end, waits.
CHILD = """
import os, pathlib, signal, subprocess, sys, time
folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
if name == "weak": sys.exit("no configuration was found")
def end(sig, frame):
    with (folder / "ends").open("a") as ends: ends.write(name + "\\n")
    sys.exit(0)
signal.signal(signal.SIGTERM, signal.SIG_IGN if name == "deaf" else end)
grandchild = subprocess.Popen(["sleep", "300"], start_new_session=True)
(folder / f"{name}.pids").write_text(f"{os.getpid()} {grandchild.pid}")
time.sleep(300)
"""


def service(folder: Path, name: str, needs: tuple[str, ...] = ()) -> Service:
    ready_file = folder / f"{name}.pids"
    return Service(
        name=name,
        argv=(sys.executable, "-c", CHILD, str(folder), name),
        is_ready=ready_file.exists,
        needs=needs,
        env=os.environ,
        ready_seconds=60,
        stop=(StopSignal(signal.SIGTERM, 1.0),),
    )


def main(folder: Path, names: list[str]) -> int:
    """Run services by these names: each one needs the one before it, and stops before it."""
    plan = [service(folder, name, (names[n - 1],) if n else ()) for n, name in enumerate(names)]
    board = StatusBoard(folder / "state.json")
    for unit in plan:
        board.add(unit.name)
    supervisor = Supervisor(
        plan,
        board=board,
        logs=folder,
        stop_order=[(name,) for name in reversed(names)],
        marker=str(folder),
        backoff=Backoff(first=0.1, maximum=0.4),
    )
    # `nohup` and some shells ignore it for all that they start.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        asyncio.run(supervisor.run(on_ready=lambda: board.print("ALL READY")))
    except StackError as error:
        sys.stderr.write(json.dumps({"error": str(error)}))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
