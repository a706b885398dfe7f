"""`python -m benchmarks.lists`: the orders and filters of the list of documents, at 100,000 documents of one user.

Rows are inserted with SQL; times are those of the query of a page in one process, without HTTP, the median of some.
"""

import argparse
import json
import statistics
import time
from typing import Any, Final

from benchmarks.setup import USERNAME, database

ROUNDS: Final = 5
PAGE: Final = 51

_ROWS: Final = """
insert into documents_blob (sha256, size, created, damage)
select md5(n::text) || md5('b' || n), 1000 + (n * 7919::bigint) %% 5000000, now(), ''
from generate_series(1, %(size)s) n;
insert into documents_document (
  id, created, owner_id, tenant_id, is_public, lineage, title, filename, mime_type, blob_id, state, scan,
  backend_lock, failure_code, failure_message, page_count, language
)
select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now() - n * interval '1 minute', %(owner)s,
  %(tenant)s, false, gen_random_uuid(),
  (array['Lease', 'supply Agreement', 'Invoice', 'minutes'])[1 + n %% 4] || ' of ' || (n * 7919::bigint) %% 100003,
  'scan_' || n || '.pdf',
  (array['application/pdf', 'text/plain', 'message/rfc822', 'text/html'])[1 + n %% 4],
  md5(n::text) || md5('b' || n), 'failed', 'unscanned', false, 'corrupt_document', '', n %% 300,
  (array['en', 'de', 'fr', ''])[1 + n %% 4]
from generate_series(1, %(size)s) n;
"""
_REVISIONS: Final = """
insert into documents_documentrevision (
  id, created, document_id, number, parser, parser_version, options_hash, text, language, page_count, warnings
)
select gen_random_uuid(), now(), id, 1, 'x', '1', '', repeat(title, 20), language, page_count, '[]'
from documents_document where revision_id is null and filename like 'scan%';
update documents_document as d set revision_id = r.id, state = 'ready', failure_code = ''
from documents_documentrevision as r where r.document_id = d.id and d.revision_id is null and d.page_count <> 7;
"""
FILTERS: Final[dict[str, dict[str, Any]]] = {
    "title_search": {"search": "lease 77"},
    "state_failed": {"state": "failed"},
    "mine": {"scope": "mine"},
    "public": {"scope": "public"},
    "no_attachments": {"is_attachment": False},
}


def main() -> None:
    """Fill a database and print the time of each order and filter (ms)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--explain", nargs="*", default=[], help="names of orders whose plan is printed")
    arguments = parser.parse_args()
    with database():
        from users.models import User  # noqa: PLC0415 - needs the settings

        owner = User.objects.create_user(USERNAME)
        fill_documents(owner, arguments.size)
        print(json.dumps(_measure(owner, arguments.explain), indent=1))


def fill_documents(owner: Any, size: int) -> None:
    """Insert documents of a user with a text of a few words, and without a file."""
    from django.db import connection  # noqa: PLC0415 - needs the settings

    with connection.cursor() as cursor:
        cursor.execute(_ROWS, {"size": size, "owner": owner.pk, "tenant": owner.tenant_id})
        cursor.execute(_REVISIONS)
        cursor.execute("vacuum analyze")


def _measure(owner: Any, explained: list[str]) -> dict[str, float]:
    from corpuses.memberships.api.selectors import list_documents  # noqa: PLC0415 - needs the settings
    from documents.api.ordering import DOCUMENT_ORDER  # noqa: PLC0415 - as above

    figures = {}
    for name in DOCUMENT_ORDER.enum:
        for scope in ("all", "mine"):
            order, rows = DOCUMENT_ORDER.resolve(name.value), list_documents(owner, scope=scope)
            figures[f"{name.value} ({scope})"] = _time(order, rows)
            if name.value in explained:
                print(order.apply(rows)[:PAGE].explain(analyze=True, buffers=True))
    for name, filters in FILTERS.items():
        for by in ("newest", "title"):
            figures[f"{name} by {by}"] = _time(DOCUMENT_ORDER.resolve(by), list_documents(owner, **filters))
    return figures


def _time(order: Any, rows: Any) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        order.page(rows, PAGE)
        times.append(time.perf_counter() - began)
    return round(1000 * statistics.median(times), 1)


if __name__ == "__main__":
    main()
