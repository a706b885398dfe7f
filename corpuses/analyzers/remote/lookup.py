"""Remote analyzers by the names that actions have for them, described as installed ones are."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from core.errors import Conflict
from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.analyzers.protocol import AnalyzerDescription
from corpuses.analyzers.registry import UnknownAnalyzer, get_analyzer
from corpuses.models import Corpus

PREFIX: Final = "remote:"
ANY_SETTINGS: Final[Mapping[str, Any]] = MappingProxyType({"type": "object"})


class RemoteAnalyzerDisabled(Conflict):
    """This remote analyzer is disabled: nothing is sent to it."""

    code = "remote_analyzer_disabled"
    what_to_do = "Let the owner of the corpus enable it."


class RemoteDescription:
    """The declaration of a remote analyzer. Its settings are checked by its server."""

    def __init__(self, row: RemoteAnalyzer) -> None:
        self.name = name_of(row)
        self.version = str(row.results_version)
        self.title = row.name
        self.description = row.description
        self.labels: Sequence[str] = tuple(row.labels)
        self.schema = ANY_SETTINGS


def name_of(row: RemoteAnalyzer) -> str:
    """Return the name by which actions and runs refer to a remote analyzer."""
    return f"{PREFIX}{row.pk}"


def is_remote(name: str) -> bool:
    """Check whether a name is that of a remote analyzer."""
    return name.startswith(PREFIX)


def get_remote(name: str) -> RemoteAnalyzer:
    """Return a remote analyzer; raise `UnknownAnalyzer` if it has been deleted."""
    row = find_remote(name)
    if row is None:
        raise UnknownAnalyzer("There is no such remote analyzer in this corpus.", field="analyzer")
    return row


def find_enabled(name: str) -> RemoteAnalyzer | None:
    """Return a remote analyzer, if there is one of this name that may be used."""
    row = find_remote(name)
    return row if row is not None and _is_usable(row) else None


def get_enabled(name: str) -> RemoteAnalyzer:
    """Return a remote analyzer; raise `UnknownAnalyzer` or `RemoteAnalyzerDisabled`."""
    row = get_remote(name)
    if not _is_usable(row):
        raise RemoteAnalyzerDisabled
    return row


def _is_usable(row: RemoteAnalyzer) -> bool:
    """Check whether it is enabled, and those whose secret it is (`SigningSecrets`) are active."""
    makers = [row.corpus.owner, *([row.token.owner] if row.token else [])]
    return row.enabled and all(user.is_active for user in makers)


def describe(name: str, corpus: Corpus) -> AnalyzerDescription:
    """Return what an analyzer declares, an installed one or a remote one of the corpus; raise `UnknownAnalyzer`."""
    if not is_remote(name):
        return get_analyzer(name)
    row = get_remote(name)
    if row.corpus_id != corpus.pk:
        raise UnknownAnalyzer("There is no such remote analyzer in this corpus.", field="analyzer")
    return RemoteDescription(row)


def version_of(name: str) -> str:
    """Return the version of an analyzer; an empty text if there is none of this name."""
    try:
        return str(get_remote(name).results_version) if is_remote(name) else get_analyzer(name).version
    except UnknownAnalyzer:
        return ""


def find_remote(name: str) -> RemoteAnalyzer | None:
    """Return a remote analyzer, enabled or not, unless it has been deleted."""
    try:
        key = UUID(name.removeprefix(PREFIX))
    except ValueError:
        return None
    return RemoteAnalyzer.objects.select_related("corpus__owner", "token__owner").filter(pk=key).first()
