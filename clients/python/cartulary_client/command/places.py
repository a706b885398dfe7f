"""Corpora by id or title."""

from uuid import UUID

from cartulary_client.client import Client
from cartulary_client.errors import CartularyError, NotFound
from cartulary_client.records import Corpus


def corpus_named(client: Client, named: str, *, make: bool = False) -> Corpus:
    """Find a corpus by its id or its exact title; `make` makes one of that title where there is none."""
    if _is_id(named):
        return client.corpus(named)
    same = [corpus for corpus in client.corpora(search=named) if corpus.title == named]
    if len(same) > 1:
        raise CartularyError(f"{len(same)} corpora have the title “{named}”: name it by its id.")
    if same:
        return same[0]
    if make:
        return client.create_corpus(named)
    raise NotFound(404, "not_found", f"There is no corpus “{named}”.")


def _is_id(named: str) -> bool:
    try:
        UUID(named)
    except ValueError:
        return False
    return True
