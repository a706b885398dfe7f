"""Error codes without a class, and the warnings of documents, for `docs/errors.md`."""

from dataclasses import dataclass
from typing import Final

REST, GRAPHQL, MCP, JOB = "REST", "GraphQL", "MCP", "job"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the page."""

    code: str
    status: int | None
    meaning: str
    what_to_do: str
    places: frozenset[str]

    def row(self) -> str:
        """Return the row in Markdown."""
        status = str(self.status) if self.status and self.places != {JOB} else ""
        places = ", ".join(place for place in (REST, GRAPHQL, MCP, JOB) if place in self.places)
        return f"| `{self.code}` | {status} | {self.meaning} | {self.what_to_do} | {places} |"


def _entry(code: str, status: int | None, meaning: str, what_to_do: str, *places: str) -> Entry:
    return Entry(code, status, meaning, what_to_do, frozenset(places))


OTHERS: Final = (
    _entry("bad_arguments", None, "The job's arguments do not fit its step.", "Report it: this is a bug.", JOB),
    _entry("cancelled", None, "The job was cancelled.", "Retry the job.", JOB),
    _entry(
        "csrf_failed",
        403,
        "The CSRF token is missing or too old.",
        "Send the cookie `csrftoken` as `X-CSRFToken`.",
        REST,
        GRAPHQL,
    ),
    _entry(
        "internal_error",
        500,
        "Something went wrong on our side.",
        "If it happens again, report the request id.",
        REST,
        GRAPHQL,
        JOB,
    ),
    _entry("invalid_query", 400, "The GraphQL query does not fit the schema.", "Correct the query.", GRAPHQL),
    _entry(
        "method_not_allowed", 405, "This URL does not support the method.", "Use a method that `Allow` lists.", REST
    ),
    _entry(
        "not_acceptable",
        406,
        "The response does not exist in the type that `Accept` names.",
        "Accept another type.",
        REST,
    ),
    _entry("not_ready", 503, "`/health/ready`: `failing` lists what is not available.", "Operators: repair it.", REST),
    _entry(
        "precondition_failed", 412, "The object has another version than the request names.", "Fetch it again.", REST
    ),
    _entry(
        "query_too_costly",
        400,
        "The query may return too many objects.",
        "Request smaller pages with `first`.",
        GRAPHQL,
    ),
    _entry("query_too_deep", 400, "The query has too many levels.", "Split the query.", GRAPHQL),
    _entry(
        "request_too_large",
        413,
        "The request is too large.",
        "Send less at once; `limit` is the limit in bytes.",
        REST,
        GRAPHQL,
    ),
    _entry(
        "server_unavailable", 502, "The proxy cannot reach the server.", "Wait `Retry-After` seconds.", REST, GRAPHQL
    ),
    _entry("throttled", 429, "Too many requests.", "Wait `Retry-After` seconds.", REST),
    _entry(
        "timeout", None, "The job was cancelled because it took too long.", "Retry the job; split the document.", JOB
    ),
    _entry("too_many_aliases", 400, "The GraphQL query has too many aliases.", "Split the query.", GRAPHQL),
    _entry(
        "unknown_field",
        400,
        "The body has a field that does not exist.",
        "Correct the name; the message suggests one.",
        REST,
    ),
    _entry(
        "unknown_kind",
        None,
        "The worker does not know this kind of job.",
        "Operators: update the workers, then requeue the job.",
        JOB,
    ),
    _entry(
        "unsupported_media_type",
        415,
        "The body has a type that this URL does not accept.",
        "Send the type that the reference lists.",
        REST,
    ),
    _entry(
        "remote_analyzer_late",
        None,
        "The remote analyzer did not send its results in time.",
        "Run the analyzer again; check its server.",
        JOB,
    ),
    _entry("worker_lost", None, "The process of the job crashed too often.", "Retry the job; try another parser.", JOB),
)
WARNINGS: Final = {
    "attachment_skipped": "Some attachments were not imported; the message says why.",
    "chapter_missing": "Chapters of a book are missing in the file.",
    "chart_unreadable": "The values of a chart could not be read.",
    "columns_truncated": "Only the first columns of a table are displayed.",
    "doubtful_text": "Recognized text is uncertain: compare it with the page.",
    "drawn_text": "Some of the text on these pages is drawn, and not text in the file; OCR has read it.",
    "dynamic_form": "The form is filled in by a program; only its fallback page was read.",
    "glyphs_missing": "Some characters have no font and are displayed as boxes.",
    "hidden_skipped": "Hidden sheets or slides were skipped.",
    "levels_missing": "The title, the levels of headings, page headers and page footers could not be analysed.",
    "macros_ignored": "Macros were not run and not imported.",
    "message_damaged": "The text of an e-mail is damaged.",
    "message_protected": "The e-mail is encrypted: open it in a mail client.",
    "message_truncated": "The text of an e-mail was shortened.",
    "no_text_on_page": "No text was found on these pages.",
    "page_incomplete": "A part of these pages could not be read: text, drawings, links or pictures.",
    "page_unreadable": "Some pages could not be read.",
    "part_damaged": "Parts of the file are damaged: some of its content may be missing.",
    "results_missing": "Formulas were skipped because the workbook has no results for them.",
    "second_engine": "Another OCR engine has read these pages.",
    "sheet_truncated": "Only the first cells of a sheet are displayed.",
    "signature_not_verified": "The signature of an e-mail was not verified.",
    "structure_missing": "The structure of these pages could not be analysed; their text is in plain lines.",
    "unusable_text": "The text in the file cannot be used on these pages; OCR has read them, if it could.",
}
