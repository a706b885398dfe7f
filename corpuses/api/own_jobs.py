"""The job of a row, told to the one whose job it is."""

from typing import Any

from core.api.graphql.context import Info
from core.api.graphql.loaders import load_for_batch
from tasks.api.nodes import JobNode, nodes_of
from tasks.runtime import queue


def own_job(row: Any, info: Info) -> JobNode | None:
    """The job that the row names in `job`; one query for all peers."""
    owner = info.context.actor.pk

    def load(rows: list[Any]) -> dict[object, JobNode]:
        found = queue.jobs_by_id([each.job for each in rows if each.job]).values()
        jobs = {node.id: node for node in nodes_of(job for job in found if owner and job.owner_id == owner)}
        return {each.pk: jobs[each.job] for each in rows if each.job in jobs}

    return load_for_batch(row, "job", load, None)
