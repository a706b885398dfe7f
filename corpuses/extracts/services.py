"""Extract the fields of an action from one document."""

from corpuses.extracts.answering import RowWork
from corpuses.extracts.models import Fieldset
from corpuses.extracts.runs import row_for, standing_extract
from documents.models import DocumentRevision
from documents.services.progress import Progress


def extract(revision: DocumentRevision, fieldset: Fieldset, *, job: Progress, engine: str = "") -> int:
    """Answer the questions of a fieldset about a revision, in its standing extract; return how many have a value.

    A second run answers only what has no answer yet. Without an `engine`, the default one answers.
    """
    with job.guarded():
        standing = standing_extract(fieldset, engine)
        row = row_for(standing, revision)
    return RowWork(row, job).run()
