"""The models that this process has loaded. One that is not used for a while is unloaded: it takes about 100 MB."""

import ctypes
import os
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Loaded:
    model: Any
    used: float


class LoadedModels:
    """Loads models once, and unloads those that were not used for `keep_seconds`."""

    def __init__(self, keep_seconds: float) -> None:
        self.keep_seconds = keep_seconds
        self._loaded: dict[Hashable, _Loaded] = {}
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def get(self, key: Hashable, load: Callable[[], T]) -> T:
        """Return the model with this key, which is loaded on first use."""
        with self._lock:
            loaded = self._loaded.get(key)
            if loaded is None:
                loaded = self._loaded[key] = _Loaded(load(), 0)
            loaded.used = time.monotonic()
            if self._timer is None:
                self._start_timer(self.keep_seconds)
        model: T = loaded.model
        return model

    def begin_anew(self) -> None:
        """Load models again in a forked child, which does not have the threads of its parent's models.

        The parent's models are never freed, because that would wait for those threads.
        """
        for loaded in self._loaded.values():
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(loaded.model))
        self._loaded.clear()
        self._lock = threading.Lock()
        self._timer = None

    def _start_timer(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._unload)
        self._timer.daemon = True
        self._timer.start()

    def _unload(self) -> None:
        """Unload the models that were not used. Calls that use one now keep it until they end."""
        with self._lock:
            oldest = time.monotonic() - self.keep_seconds
            self._loaded = {key: loaded for key, loaded in self._loaded.items() if loaded.used > oldest}
            next_use = min((loaded.used for loaded in self._loaded.values()), default=None)
            if next_use is None:
                self._timer = None
            else:
                self._start_timer(max(0.0, next_use - oldest))
        _return_memory()


def _return_memory() -> None:
    """Return freed memory to the kernel: glibc would keep that of the tokenizer."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


models = LoadedModels(keep_seconds=900)
os.register_at_fork(after_in_child=models.begin_anew)
