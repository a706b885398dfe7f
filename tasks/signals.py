"""The signal of the runtime. Receivers are in higher packages, write rows, and do nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.dispatch import Signal


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedJob:
    """A job that has just ended; `state` is success, failed or cancelled."""

    id: UUID
    kind: str
    args: Mapping[str, Any]
    subject_id: UUID | None
    owner_id: UUID | None
    tenant_id: UUID
    state: str
    reason: str
    error_code: str
    error_message: str
    started: datetime | None

    @property
    def code(self) -> str:
        """The reason why it has not succeeded; `cancelled` if it was cancelled."""
        return self.error_code or self.reason


# provides: job (FinishedJob). Sent by `of_kind(job.kind)`, inside the transaction that ends the job, wherever it ends.
job_finished = Signal()


# Signals compare senders by identity.
_senders: dict[str, str] = {}


def of_kind(name: str) -> str:
    """Return the sender for jobs of this kind. Kinds without receivers end without an extra transaction."""
    return _senders.setdefault(name, name)


def is_end_awaited(kind: str) -> bool:
    """Check whether the ends of this kind have receivers."""
    return job_finished.has_listeners(of_kind(kind))
