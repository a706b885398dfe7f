"""Enqueues jobs with procrastinate: `procrastinate_client backlog TASK N` or `singles TASK N PAUSE`."""

import sys
import time

import procrastinate

from benchmarks.jobs.peers.procrastinate_peer import CONNINFO


def main() -> None:
    """Enqueue all jobs at once, or one by one."""
    mode, name, number, *pause = sys.argv[1:]
    app = procrastinate.App(connector=procrastinate.SyncPsycopgConnector(conninfo=CONNINFO))
    with app.open():
        task = app.configure_task(f"peer.{name}", queue=name)
        if mode == "backlog":
            task.batch_defer(*[{} for _ in range(int(number))])
            return
        for _ in range(int(number)):
            task.defer(t0=time.time())
            time.sleep(float(pause[0]))


if __name__ == "__main__":
    main()
