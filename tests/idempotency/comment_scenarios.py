"""Scenarios of agents that answer comments."""

from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.comments.services import ThreadDraft, create_comment, create_thread
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from corpuses.search.indexing import ensure
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue
from users.models import User

TEXT = "Customization Schedule. The licensor maintains the software for a year."


def answered(user: User) -> None:
    """Start a thread about a document that is ready and indexed, and comment in it again.

    An agent answers both, the new thread and the new message, and proposes an annotation for each.
    """
    corpus = create_corpus(owner=user, title="Contracts")
    draft = ActionDraft(kind="agent", name="it", instructions="Mark the title.", triggers=["new_thread", "new_message"])
    create_action(draft, corpus=corpus, actor=user)
    document = parsed_document(user, TEXT)
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    ensure(document.revision)
    for job in Job.objects.all():  # which process the document: it is ready
        queue.cancel(job.pk)
    thread = create_thread(corpus, ThreadDraft(text="Mark the title, please.", document=document), actor=user)
    create_comment(thread, text="Mark it as well, please.", actor=user)
