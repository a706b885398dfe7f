"""A hand that asks procrastinate for work: `procrastinate_hand fill TASK N` or `ask TASK N PAUSE`."""

import sys
import time

import procrastinate

from benchmarks.jobs.peers.procrastinate_peer import CONNINFO


def main() -> None:
    """Fill the queue at once, or ask one by one."""
    act, name, number, *pause = sys.argv[1:]
    sender = procrastinate.App(connector=procrastinate.SyncPsycopgConnector(conninfo=CONNINFO))
    with sender.open():
        task = sender.configure_task(f"peer.{name}", queue=name)
        if act == "fill":
            task.batch_defer(*[{} for _ in range(int(number))])
            return
        for _ in range(int(number)):
            task.defer(t0=time.time())
            time.sleep(float(pause[0]))


if __name__ == "__main__":
    main()
