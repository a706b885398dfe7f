"""Hold a corpus: its row is locked before rows that belong to it (docs/architecture.md, lock order).

Who removes a corpus locks it and then waits for locks on its labels, annotations, memberships and so on. Who holds one
of these and writes a row that refers to the corpus waits for the corpus in turn: PostgreSQL locks it when the
transaction commits, which is too late. So a service holds the corpus before anything in it, once.
"""

from collections.abc import Iterable
from uuid import UUID

from core.access import Actor, Permission, require
from core.db.row_locks import lock_keys_against_delete
from core.errors import NotFound
from corpuses.models import Corpus
from tasks.errors import Cancelled


def hold(*corpora: UUID) -> None:
    """Keep corpora from being removed until the transaction ends; raise `NotFound` if one is gone.

    Holders do not wait for each other, nor for those who change the corpus itself.
    """
    if held_among(corpora) != set(corpora):
        raise NotFound


def hold_in_job(*corpora: UUID) -> None:
    """Do the same in a job, which raises `Cancelled` if one is gone."""
    if held_among(corpora) != set(corpora):
        raise Cancelled


def require_held(actor: Actor, permission: Permission, corpus: Corpus) -> Corpus:
    """Require a permission on a corpus that is then held; raise as `require` does, or `NotFound` if it is gone."""
    require(actor, permission, corpus)
    hold(corpus.pk)
    return corpus


def held_among(corpora: Iterable[UUID]) -> set[UUID]:
    """Hold those of these corpora that are there, and return their keys."""
    keys = set(corpora)
    return lock_keys_against_delete(Corpus.with_deleted, keys) if keys else set()
