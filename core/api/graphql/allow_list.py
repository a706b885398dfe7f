"""The allow list of operations: where `GRAPHQL_ALLOW_LIST` names a file, only the operations in it are executed."""

import json
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from core.errors import NotAllowed


class OperationNotListed(NotAllowed):
    """This installation only accepts the operations of its own user interface."""

    code = "operation_not_listed"
    what_to_do = "Use REST, or ask the operator to add the operation to `GRAPHQL_ALLOW_LIST`."


def require_listed(query: str) -> None:
    """Raise `OperationNotListed` if there is an allow list and the query is not in it."""
    listed = _listed(settings.GRAPHQL_ALLOW_LIST)
    if listed is not None and query not in listed:
        raise OperationNotListed


@lru_cache(maxsize=2)
def _listed(path: str) -> frozenset[str] | None:
    """Return the texts in the file: a list of texts, or an object with texts as values."""
    if not path:
        return None
    content = json.loads(Path(path).read_text())
    return frozenset(content.values() if isinstance(content, dict) else content)
