"""Orders of lists of documents, in REST and GraphQL.

A name alone is the order that is wanted more often: titles from A to Z, the largest files first. Only `newest`,
`oldest` and those by title follow an index; the others sort all documents that are visible.
"""

from django.db.models import F, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from core.api.ordering import Order, Ordering
from core.api.rest.pagination import NEWEST_FIRST
from documents.services.file_types import short_type_name_column

BY_PATH = Order(("path", "id"))
BY_VERSION = Order(("-version_number", "-id"))
_BY_TITLE = Order(("title_key", "id"), {"title_key": Lower("title")}, sorts_keys=True, has_index=True)
_BY_TYPE = Order(("type_key", "id"), {"type_key": short_type_name_column()}, sorts_keys=True)
_BY_STATE = Order(("state", "id"), sorts_keys=True)  # what has failed first, what is ready last
_OWNER = Lower(Coalesce(NullIf(F("owner__name"), Value("")), F("owner__username")))  # as it is shown
_BY_OWNER = Order(("owner_key", "id"), {"owner_key": _OWNER}, sorts_keys=True)
# By the code; documents whose language is not known are last in both directions.
_KNOWN_FIRST = Coalesce(NullIf(F("language"), Value("")), Value("zzzz"))
_BY_LANGUAGE = Order(("language_key", "id"), {"language_key": _KNOWN_FIRST}, sorts_keys=True)
_BY_LANGUAGE_DESCENDING = Order(("-language", "-id"), sorts_keys=True)
_LARGEST_FIRST = Order(("-size_key", "-id"), {"size_key": F("blob__size")}, sorts_keys=True)
_MOST_PAGES_FIRST = Order(("-page_count", "-id"), sorts_keys=True)

DOCUMENT_ORDER = Ordering(
    "DocumentOrder",
    newest=NEWEST_FIRST,
    oldest=NEWEST_FIRST.reversed(),
    title=_BY_TITLE,
    title_descending=_BY_TITLE.reversed(),
    type=_BY_TYPE,
    type_descending=_BY_TYPE.reversed(),
    state=_BY_STATE,
    state_descending=_BY_STATE.reversed(),
    owner=_BY_OWNER,
    owner_descending=_BY_OWNER.reversed(),
    language=_BY_LANGUAGE,
    language_descending=_BY_LANGUAGE_DESCENDING,
    size=_LARGEST_FIRST,
    size_ascending=_LARGEST_FIRST.reversed(),
    pages=_MOST_PAGES_FIRST,
    pages_ascending=_MOST_PAGES_FIRST.reversed(),
    modified=Order(("-modified", "-id"), sorts_keys=True),
)
