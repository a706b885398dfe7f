"""Print which receiver is connected to which signal: the live map that docs/architecture.md shows."""

import sys
from collections.abc import Iterator
from types import ModuleType
from weakref import ReferenceType

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db.models import signals as model_signals
from django.dispatch import Signal


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, **_: object) -> None:
        for signal, receiver in live_map():
            self.stdout.write(f"{signal} -> {receiver}")


_MODEL_SIGNALS = (
    "pre_init",
    "post_init",
    "pre_save",
    "post_save",
    "pre_delete",
    "post_delete",
    "m2m_changed",
)
_OURS = ("core", "audit", "users", "tasks", "events", "documents", "corpuses", "config")


def live_map() -> list[tuple[str, str]]:
    """Return the connected pairs (signal, receiver), sorted, without those of frameworks."""
    return sorted({pair for pair in _pairs() if pair[1].split(".")[0] in _OURS})


def _pairs() -> Iterator[tuple[str, str]]:
    for name in _MODEL_SIGNALS:
        signal: Signal = getattr(model_signals, name)
        for key, receiver in _receivers(signal):
            yield f"{name}({_sender(key)})", receiver
    for name, signal in _own_signals():
        for _, receiver in _receivers(signal):
            yield name, receiver


def _receivers(signal: Signal) -> Iterator[tuple[tuple[object, int], str]]:
    for key, reference, *_ in signal.receivers:
        function = reference() if isinstance(reference, ReferenceType) else reference
        if function is not None:
            yield key, f"{function.__module__}.{function.__qualname__}"


def _sender(key: tuple[object, int]) -> str:
    models = {id(model): model.__name__ for model in apps.get_models()}
    return models.get(key[1], "any")


def _own_signals() -> Iterator[tuple[str, Signal]]:
    for name, module in sorted(sys.modules.items()):
        if name.split(".")[0] in _OURS and name.endswith(".signals") and isinstance(module, ModuleType):
            for attribute, value in vars(module).items():
                if isinstance(value, Signal):
                    yield f"{name}.{attribute}", value
