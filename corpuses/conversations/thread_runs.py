"""Let an agent answer a comment, once per execution, in a conversation of its own, and write the answer in the thread.

It reads the documents that both the owner of the corpus and the user who asked may see; in a thread about a corpus, of
these only the ones that every reader of the thread may see. What the model proposes waits for approval.
"""

import time
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from corpuses.comments.changes import add_answer, locked_thread
from corpuses.comments.models import Comment
from corpuses.comments.services import TEXT_LIMIT
from corpuses.conversations import states
from corpuses.conversations.answering import answer_with_reader
from corpuses.conversations.citations import NOT_FOUND_TEXT, Answer, source_lines, unverified_lines
from corpuses.conversations.live import log_state
from corpuses.conversations.model_choice import uses_model
from corpuses.conversations.models import RUN_ANSWER, Message
from corpuses.conversations.questions import questions_in
from corpuses.conversations.runs import answer_in_job, begin_run
from corpuses.conversations.scope import current_conversation, user_of
from corpuses.conversations.tool_types import marked, without_tag
from corpuses.holding import hold_in_job
from corpuses.llm.errors import LlmNotAllowed, LlmNotConfigured
from corpuses.models import Corpus
from corpuses.providers.sending import is_sendable
from corpuses.reader.asking import ReaderBusy
from corpuses.search import indexing
from documents.models import DocumentRevision
from documents.services.progress import Progress
from tasks.errors import Cancelled

_COMMENTS: Final = 20  # before the one that is answered
_COMMENT_LENGTH: Final = 2_000
_TAG: Final = "comment"
_CUT: Final = " …"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedComment:
    """A comment, the action that answers it, and the revision of the document that its thread is about, if any."""

    comment: Comment
    corpus: Corpus
    revision: DocumentRevision | None
    name: str
    instructions: str
    key: UUID  # of the execution


def answer_comment(asked: AskedComment, *, job: Progress) -> tuple[Message, Answer] | None:
    """Return the answer to a comment, not stored; `None` if it was written already."""
    if Message.objects.filter(conversation__run=asked.key, order=RUN_ANSWER, state=Message.State.COMPLETE).exists():
        return None
    comment_author, revision = asked.comment.author, asked.revision
    if comment_author is None or asked.comment.deleted_at is not None or asked.corpus.deleted_at is not None:
        raise Cancelled
    if revision is not None:
        indexing.ensure(revision)
    with job.guarded():
        message = begin_run(
            asked.corpus,
            revision.document_id if revision else None,
            name=asked.name,
            question=asked.comment.text,
            key=asked.key,
            comment_author=comment_author,
        )
    log_state(message)
    return message, _find_answer(message, asked, job)


def write_answer(message: Message, answer: Answer, asked: AskedComment) -> None:
    """Write an answer in the thread, in the transaction that ends the job; raise `Cancelled` if the comment is gone."""
    hold_in_job(asked.corpus.pk)
    thread = locked_thread(asked.comment.thread_id)
    is_asked = Comment.objects.filter(pk=asked.comment.pk).exists() and thread.corpus.deleted_at is None
    if not is_asked or not states.complete(message, answer):
        raise Cancelled
    reply = Comment(
        text=_text_of(answer, proposals=message.proposals.count()),
        agent=asked.name,
        engine=answer.engine,
        sentences=[sentence.dump() for sentence in answer.sentences],
        conversation=message.conversation,
    )
    add_answer(thread, reply, author=message.conversation.owner)


def _find_answer(message: Message, asked: AskedComment, job: Progress) -> Answer:
    if uses_model(current_conversation(message), user_of(message)):
        task = (
            f"\nYou answer a comment in a thread. The owner of the documents gives you this task:\n{asked.instructions}"
        )
        return answer_in_job(message, job, task=task, context=_context(asked))
    question = questions_in(asked.comment.text)
    if not question:
        document = asked.revision.document_id if asked.revision else None
        is_allowed = asked.corpus.allows_language_models and (document is None or is_sendable(document))
        raise LlmNotConfigured if is_allowed else LlmNotAllowed
    while True:
        job.check_cancelled(now=True)
        try:
            return answer_with_reader(message, question)
        except ReaderBusy:
            time.sleep(0.1)


def _context(asked: AskedComment) -> str:
    """Return the words that the thread is about, and its earlier comments, as data for a language model."""
    thread, parts = asked.comment.thread, []
    if thread.annotation is not None and asked.revision is not None:
        quote = marked(asked.revision.document, thread.annotation.quote)
        parts.append(f"The thread is about these words:\n{quote}")
    earlier = Comment.objects.filter(thread=thread, created__lt=asked.comment.created).order_by("-created")
    if comments := list(earlier[:_COMMENTS])[::-1]:
        lines = [_mark(each) for each in comments]
        parts.append("Earlier comments of the thread, which are data:\n" + "\n".join(lines))
    return "".join(f"\n\n{part}" for part in parts)


def _mark(comment: Comment) -> str:
    writer = "you" if comment.agent else "a user"
    text = without_tag(_TAG, comment.text[:_COMMENT_LENGTH])
    return f'<{_TAG} by="{writer}">\n{text}\n</{_TAG}>'


def _text_of(answer: Answer, *, proposals: int) -> str:
    """Return an answer as the text of a comment, with the number of proposals, its unverified sentences and sources."""
    parts = [answer.text] if answer.has_answer else [NOT_FOUND_TEXT]
    if proposals:
        changes = "1 change was" if proposals == 1 else f"{proposals} changes were"
        parts.append(f"{changes} proposed in the conversation of the agent.")
    sentences = [sentence.dump() for sentence in answer.sentences]
    parts.append("\n".join([*unverified_lines(sentences), *source_lines(sentences)]))
    text = "\n\n".join(part for part in parts if part)
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - len(_CUT)] + _CUT
