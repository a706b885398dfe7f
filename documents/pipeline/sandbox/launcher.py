"""The thread that starts sandbox processes: the kernel ends a process together with the thread that started it.

Not a thread pool: one that has been shut down, or whose thread a fork left behind, takes work and never does it.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Launcher(Generic[T]):
    """Does one thing after another in a thread that stays; begins again after `close` and in a forked child."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._orders: SimpleQueue[_Order[T] | None] = SimpleQueue()

    def run(self, work: Callable[[], T]) -> T:
        """What `work` gives, or raises. For one caller at a time."""
        if self._thread is None or not self._thread.is_alive():
            self._orders = SimpleQueue()  # a fork may have copied a locked one
            self._thread = threading.Thread(target=_serve, args=(self._orders,), name="sandbox-launcher", daemon=True)
            self._thread.start()
        order = _Order(work)
        self._orders.put(order)
        return order.result.result()

    def close(self) -> None:
        self._orders.put(None)
        self._thread = None


class _Order(Generic[T]):
    __slots__ = ("result", "work")

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.result: Future[T] = Future()


def _serve(orders: "SimpleQueue[_Order[T] | None]") -> None:
    while (order := orders.get()) is not None:
        try:
            order.result.set_result(order.work())
        except BaseException as error:  # noqa: BLE001  # it belongs to the caller, who is waiting for it
            order.result.set_exception(error)
