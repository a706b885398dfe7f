"""Run an agent on a comment: find the answer, and write it in the thread in the transaction that ends the job."""

from corpuses.actions.models import ActionExecution
from corpuses.comments.models import Comment
from corpuses.conversations.thread_runs import AskedComment, write_answer
from corpuses.conversations.thread_runs import answer_comment as find_answer
from documents.services.progress import Progress
from tasks.errors import Cancelled


def answer_comment(execution: ActionExecution, comment: Comment, *, job: Progress) -> None:
    """Answer a comment with the agent of an execution."""
    if execution.document_id is not None and execution.revision is None:
        raise Cancelled
    action = execution.action
    asked = AskedComment(
        comment=comment,
        corpus=action.corpus,
        revision=execution.revision,
        name=action.name,
        instructions=action.instructions,
        key=execution.pk,
    )
    found = find_answer(asked, job=job)
    with job.commit():
        if found is not None:
            message, answer = found
            write_answer(message, answer, asked)
            ActionExecution.objects.filter(pk=execution.pk).update(engine=answer.engine)
