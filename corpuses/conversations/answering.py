"""Answer a question of a conversation. Everything is read with the permissions of the user who asks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from corpuses.conversations.citations import Answer, Citation, Sentence
from corpuses.conversations.errors import NothingIndexed, ReadingIncomplete
from corpuses.conversations.models import Message
from corpuses.conversations.scope import current_conversation, filters_of, question_of, user_of
from corpuses.conversations.selected import part_of
from corpuses.reader.asking import ENGINE, FoundAnswer, ReadingLimits, answer_from_part, answer_question
from corpuses.search.filters import FilteredDocuments, SearchFilters
from corpuses.search.models import Passage
from corpuses.search.parser import parse_query
from users.models import User

_NONE_INDEXED = (
    "None of these documents is prepared for questions yet. They are once “Index for search” of a corpus has run."
)
SECONDS: Final = 20.0  # of reading, in the background
_QUESTION_LENGTH = 1_000  # characters that the reader reads


def answer_with_reader(message: Message, question: str = "", *, check: Callable[[], None] = lambda: None) -> Answer:
    """Answer with the offline reader, which marks words of the documents; this question, or that of the message.

    `check` is called again and again while it reads, and may raise to cancel.
    Raises `NothingIndexed`, and `ReadingIncomplete`: an answer that was not found may be in what was not read.
    """
    actor = user_of(message)
    conversation = current_conversation(message)
    filters = filters_of(conversation, actor)
    # A document is chosen by its reader, so its passages are read even if few words match.
    has_floor = conversation.document_id is None
    question = (question or question_of(message))[:_QUESTION_LENGTH]
    limits = ReadingLimits(SECONDS, check)
    if part := part_of(message):
        found = answer_from_part(question, part, limits=limits)
    else:
        found = answer_question(question, user=actor, filters=filters, has_floor=has_floor, limits=limits)
    if found.passage_count == 0 and found.is_complete and not _is_indexed(actor, filters):
        raise NothingIndexed(_NONE_INDEXED) if conversation.document_id is None else NothingIndexed
    if not found.answers and not found.is_complete:
        raise ReadingIncomplete
    return Answer.of(_sentences(found.answers), engine=ENGINE)


def _is_indexed(actor: User, filters: SearchFilters) -> bool:
    """Check whether one of the documents has passages; none are needed if there is no document with text."""
    documents = FilteredDocuments(actor, parse_query(""), filters).rows.filter(revision__text__regex=r"\S")
    passages = Passage.objects.filter(revision__in=documents.order_by().values("revision"))
    return passages.exists() or not documents.exists()


@dataclass(slots=True)
class _Shown:
    """A part of the text of a document that is shown with the words in it that answer the question."""

    document: UUID
    start: int
    text: str
    citations: list[Citation]

    def overlaps(self, other: "_Shown") -> bool:
        return self.document == other.document and self.start < other.end and other.start < self.end

    def add(self, other: "_Shown") -> None:
        first, second = (self, other) if self.start <= other.start else (other, self)
        self.start, self.text = first.start, first.text + second.text[max(0, first.end - second.start) :]
        self.citations += other.citations

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def _sentences(answers: Iterable[FoundAnswer]) -> list[Sentence]:
    """Return each sentence once, that of the best answer first, with all words of it that answer the question."""
    found: list[_Shown] = []
    for each in answers:
        text = f"{each.before}{each.text}{each.after}"
        shown = _Shown(each.document.pk, each.start - len(each.before), text, [_citation(each)])
        if same := next((other for other in found if other.overlaps(shown)), None):
            same.add(shown)
        else:
            found.append(shown)
    return [Sentence(text=" ".join(each.text.split()), citations=each.citations) for each in found]


def _citation(found: FoundAnswer) -> Citation:
    return Citation(
        document=found.document.pk,
        title=found.document.title,
        page=found.page,
        start=found.start,
        end=found.end,
        quote=found.text,
        spans=found.spans,
    )
