"""Documents to comment on, an agent that answers, and helpers that ask it."""

import pytest

from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.actions.models import ActionExecution
from corpuses.comments.models import Comment
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.search.indexing import embed_revision
from documents.tests.factories import parsed_document
from tests.plain_job import PlainJob
from tests.upstreams import says
from users.models import User

RENT = "The Tenant shall pay a rent of 1,200 dollars on the first day of each month."
LAW = "This Lease shall be governed by and construed in accordance with the laws of the State of Ohio."
SECRET = "The landlord secretly sells the mill for 90,000 dollars."
QUESTION = "How much is the rent?"


def new_document(owner, corpus, *pages, title="Lease", added_by=None):
    document = parsed_document(owner, *pages, title=title)
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=added_by or owner)
    embed_revision(document.revision, job=PlainJob())
    return document


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    corpus.actions.all().delete()  # what is indexed is indexed here
    return corpus


@pytest.fixture
def document(user, corpus):
    return new_document(user, corpus, RENT, LAW)


@pytest.fixture
def agent(user, corpus):
    draft = ActionDraft(
        kind="agent", name="Mill agent", instructions="Answer politely.", triggers=["new_thread", "new_message"]
    )
    return create_action(draft, corpus=corpus, actor=user)


@pytest.fixture
def grace(corpus):
    grace = User.objects.create_user("grace", "grace@example.org", name="Grace Hopper")
    CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=corpus.owner)
    return grace


def ask(corpus, actor, text=QUESTION, **subject):
    return create_thread(corpus, ThreadDraft(text=text, **subject), actor=actor)


def cites(document, text, quote):
    return says(f'{text} [1].\n---\n[1] {document.pk} "{quote}"')


def answer_in(thread):
    return Comment.objects.exclude(agent="").get(thread=thread)


def execution_of(thread):
    return ActionExecution.objects.get(comment__thread=thread)
