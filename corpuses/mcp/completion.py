"""Values for the arguments of prompts and resource templates, while users type them: what is visible to them."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from mcp_types import CompleteResult, Completion, PromptReference, ResourceTemplateReference
from rest_framework.request import Request

from core.access import list_scope
from core.api.rest.pagination import NEWEST_FIRST
from core.errors import DomainError, NotFound
from corpuses.annotations.models import Label
from corpuses.corpora.api.selectors import list_corpora
from corpuses.mcp import prompts, resources
from corpuses.mcp.calls import Call
from corpuses.mcp.errors import Failure, describe
from corpuses.memberships.api.selectors import list_documents
from corpuses.models import Corpus
from corpuses.providers.sending import sendable
from corpuses.visible_rows import visible_rows
from documents.models import Document

MAX_VALUES: Final = 100
MAX_LENGTH: Final = 200  # of what is completed
_PAGES: Final = 10_000

Find = Callable[[Call, str, Mapping[str, str]], list[str]]


def complete(
    request: Request,
    ref: PromptReference | ResourceTemplateReference,
    name: str,
    value: str,
    given: Mapping[str, str],
) -> CompleteResult | Failure:
    """Return the values that an argument can have, at most `MAX_VALUES`; a failure for an unknown prompt or argument.

    `given` are the arguments that the user has filled in.
    """
    find = _finder(ref, name)
    if find is None:
        return Failure(describe(NotFound("There is no prompt or template with this argument.")))
    words = value.strip()[:MAX_LENGTH]
    return resources.recorded(Call.of(request), "complete", lambda call: _result(find(call, words, given)))


def _finder(ref: PromptReference | ResourceTemplateReference, name: str) -> Find | None:
    if isinstance(ref, ResourceTemplateReference):
        return _OF_TEMPLATES.get((str(ref.uri), name))
    task = prompts.TASKS.get(ref.name)
    if task is None or name not in {**task.arguments, **task.optional}:
        return None
    return _OF_PROMPTS.get(name, _nothing)


def _result(values: list[str]) -> CompleteResult:
    return CompleteResult(completion=Completion(values=values[:MAX_VALUES], has_more=len(values) > MAX_VALUES))


def _documents(call: Call, words: str) -> QuerySet[Document]:
    rows = sendable(list_documents(call.actor)).filter(title__icontains=words)
    return NEWEST_FIRST.apply(rows)


def _corpora(call: Call, words: str) -> QuerySet[Corpus]:
    rows = list_corpora(call.actor).filter(title__icontains=words, allows_language_models=True)
    return rows.order_by("title", "pk")


def _titles_of_documents(call: Call, words: str, _: Mapping[str, str]) -> list[str]:
    return _distinct(_documents(call, words).values_list("title", flat=True))


def _titles_of_corpora(call: Call, words: str, _: Mapping[str, str]) -> list[str]:
    return _distinct(_corpora(call, words).values_list("title", flat=True))


def _names_of_labels(call: Call, words: str, _: Mapping[str, str]) -> list[str]:
    """Return the labels that fit the last of several topics, which are separated by commas."""
    before, comma, last = words.rpartition(",")
    labels = visible_rows(Label, call.actor, scope=list_scope(None))
    rows = labels.filter(name__icontains=last.strip(), corpus__allows_language_models=True)
    names = _distinct(rows.order_by("name").values_list("name", flat=True))
    return [f"{before}{comma} {name}" if comma else name for name in names]


def _keys_of_documents(call: Call, words: str, _: Mapping[str, str]) -> list[str]:
    """Return the ids of documents that begin like this, or whose titles contain it."""
    rows = NEWEST_FIRST.apply(sendable(list_documents(call.actor)).filter(_of_key(words)))
    return [str(key) for key in rows.values_list("pk", flat=True)[: MAX_VALUES + 1]]


def _keys_of_corpora(call: Call, words: str, _: Mapping[str, str]) -> list[str]:
    rows = list_corpora(call.actor).filter(_of_key(words), allows_language_models=True).order_by("title", "pk")
    return [str(key) for key in rows.values_list("pk", flat=True)[: MAX_VALUES + 1]]


def _pages(call: Call, words: str, given: Mapping[str, str]) -> list[str]:
    """Return the numbers of the pages of the document whose id is given; none of one that cannot be read."""
    try:
        document = call.document(UUID(given.get("id", "")))
    except (ValueError, DomainError):
        return []
    numbers = (str(number) for number in range(1, min(document.page_count or 0, _PAGES) + 1))
    return list(islice((number for number in numbers if number.startswith(words)), MAX_VALUES + 1))


def _nothing(_: Call, __: str, ___: Mapping[str, str]) -> list[str]:
    """Return no values: users write these arguments themselves."""
    return []


def _of_key(words: str) -> Q:
    return Q(title__icontains=words) | Q(pk__startswith=words.lower())


def _distinct(rows: "QuerySet[Any, str]") -> list[str]:
    return list(dict.fromkeys(rows[: 2 * MAX_VALUES]))[: MAX_VALUES + 1]


_OF_PROMPTS: Final[Mapping[str, Find]] = {
    "document": _titles_of_documents,
    "first": _titles_of_documents,
    "second": _titles_of_documents,
    "corpus": _titles_of_corpora,
    "topics": _names_of_labels,
}
_CORPUS, _DOCUMENT, _PAGE = (template.uri_template for template in resources.TEMPLATES)
_OF_TEMPLATES: Final[Mapping[tuple[str, str], Find]] = {
    (_CORPUS, "id"): _keys_of_corpora,
    (_DOCUMENT, "id"): _keys_of_documents,
    (_PAGE, "id"): _keys_of_documents,
    (_PAGE, "n"): _pages,
}
