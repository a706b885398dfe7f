"""Extracts as files: CSV, Excel, JSON Lines, Parquet."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_read
from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.serializers import EnumField, Media
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView
from corpuses.exports.api.files import MEDIA_TYPES, file_response, require_excel_room
from corpuses.exports.grids import Layout, Link, table_of
from corpuses.exports.sources import Source, Watch
from corpuses.exports.writers import FORMATS
from corpuses.extracts.api.rest.cells import RowQuery, rows_of
from corpuses.extracts.models import Extract
from corpuses.visible_rows import get_visible_row
from users.api.rest.base import site_of


class ExportQuery(RowQuery):
    """The format, the layout, and the rows, filtered as in the list of rows."""

    format = serializers.ChoiceField(sorted(FORMATS), default="csv")
    layout = EnumField(Layout, required=False, help_text="A line for each document (default), or for each cell.")


def link_to(extract: Extract, origin: str) -> Link:
    """Return the function that returns the address of a source in the user interface."""

    def link(document: UUID, source: Mapping[str, Any]) -> str:
        place = f"page={source['page']}&from={source['start']}&to={source['end']}"
        return f"{origin}/d/{document}?c={extract.corpus_id}&{place}"

    return link


class ExportView(ListView):
    """`/extracts/{id}/export`."""

    content_negotiation_class = AnyMediaType

    @operation(
        "exportExtract",
        "Export an extract as a file",
        query=ExportQuery,
        response={200: Media(tuple(each.media_type for each in FORMATS.values()))},
    )
    def get(self, request: Request, extract_id: UUID) -> Any:
        """Every value comes with its quote, the page, and a link to it. The file is written while it is sent."""
        actor = require_user(request.user)
        extract = get_visible_row(Extract, actor, extract_id)
        given = validate_query(request, ExportQuery).arguments()
        name = given["format"]
        source = extract_source(actor, extract, given, origin=site_of(request).url(""))
        response = file_response(request, source.chunks(), media_type=MEDIA_TYPES[name], filename=source.filename)
        record_read(Action.EXTRACT_EXPORTED, extract, actor=actor, format=name)
        return response


def extract_source(actor: Actor, extract: Extract, given: Mapping[str, Any], *, origin: str) -> Source:
    """Return the rows of an extract that these arguments select, as a file."""
    filters = {key: value for key, value in given.items() if key != "order"}
    name, layout = filters.pop("format"), Layout(filters.pop("layout", Layout.DOCUMENTS))
    rows = rows_of(extract, actor, **filters)
    lines = extract.columns.count() if layout == Layout.CELLS else 1

    def count() -> int:
        return rows.count() * lines

    def write(watch: Watch) -> Iterator[bytes]:
        table = table_of(extract, rows, layout=layout, link=link_to(extract, origin))
        return FORMATS[name].write(table.watched(watch))

    require_excel_room(name, count)
    return Source(f"{extract.name}.{name}", count, write)
