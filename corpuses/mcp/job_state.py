"""The state of a job."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from corpuses.mcp.calls import Call
from corpuses.mcp.fields import WithText
from corpuses.mcp.registry import Arguments, tool
from corpuses.memberships.api.mcp import Problem
from tasks.api.rest.jobs import JobSerializer
from tasks.api.selectors import get_visible_job


class JobArguments(Arguments):
    """A job."""

    job: Annotated[UUID, Field(description="The id of a job, as `get_document` and `get_extract_cells` return it.")]


class JobResult(WithText):
    """A background job."""

    id: UUID
    title: str
    subject: Annotated[str, Field(description="The title of what it is about.")]
    status: Annotated[str, Field(description="`queued`, `processing`, `succeeded`, `failed` or `cancelled`.")]
    progress: Annotated[int, Field(description="Percent.")]
    message: str
    error: Problem | None = None


@tool("get_job", "Get a job")
def get_job(call: Call, arguments: JobArguments) -> JobResult:
    """Return the state of a background job: processing of a document, or a row of an extract.

    Jobs take seconds to minutes. Wait some seconds between two calls.
    """
    job = get_visible_job(call.actor, arguments.job)
    body = JobSerializer.represent_one(job, call.actor)
    if body["document_id"] is not None:
        call.document(body["document_id"])
    shown = ("id", "title", "status", "progress", "message", "error")
    return JobResult(**{name: body[name] for name in shown}, subject=body["subject_title"])
