"""Earlier descriptions of corpora."""

from typing import Final

from core.errors import Invalid
from corpuses.models import Corpus, DescriptionRevision
from users.models import User

MAX_LENGTH: Final = 10_000  # it is shown in lists of corpora
MAX_REVISIONS: Final = 100  # of each corpus


def check_description(text: str) -> str:
    """Return a description as it is stored; raise `Invalid` if it is too long."""
    if len(text) > MAX_LENGTH:
        raise Invalid(f"The description must have at most {MAX_LENGTH} characters.", field="description")
    return text.replace("\x00", "")


def keep_revision(corpus: Corpus, *, before: str, author: User) -> None:
    """Keep the new description of a corpus, whose row is locked, and delete the oldest ones.

    The description from before the first revision is kept as well; its author is not known.
    """
    if corpus.description == before:
        return
    revisions = DescriptionRevision.objects.filter(corpus=corpus)
    if before and not revisions.exists():
        DescriptionRevision.objects.create(corpus=corpus, text=before)
    DescriptionRevision.objects.create(corpus=corpus, text=corpus.description, author=author)
    outdated = revisions.order_by("-id").values_list("pk", flat=True)[MAX_REVISIONS:]
    revisions.filter(pk__in=list(outdated)).delete()
