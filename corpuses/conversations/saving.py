"""Save an answer as annotations of the words that it cites, comments on them, or one comment, or save its question."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, TextChoices

from core.access import Permission, require
from core.deletion import free_name
from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Thread
from corpuses.comments.services import TEXT_LIMIT, ThreadDraft, create_thread
from corpuses.conversations.citations import NOT_FOUND_TEXT, cited_documents, source_lines, unverified_lines
from corpuses.conversations.models import Message
from corpuses.conversations.scope import question_of
from corpuses.extracts.columns import ColumnDraft, draft_of
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset, update_fieldset
from corpuses.extracts.models import Fieldset
from corpuses.models import Corpus
from corpuses.reader.asking import ENGINE as READER_ENGINE
from corpuses.search.quotes import locate
from corpuses.search.sentences import Span
from documents.models import Document
from users.models import User

_CUT: Final = " …"
_COLUMN_LENGTH: Final = 80  # of its name; the question is kept whole
_NOT_OF_MEMBERS: Final = (
    "The answer cites documents that members of this corpus may not see, because others than their owners added them."
)


class SavedAs(TextChoices):
    """The kinds of objects that an answer is saved as."""

    ANNOTATIONS = "annotations"
    COMMENTS_ON_WORDS = "comments_on_words"
    COMMENT = "comment"
    COLUMN = "column"


class NothingToSave(Conflict):
    """This message is no answer that can be saved like this."""

    code = "nothing_to_save"
    what_to_do = (
        "Save a complete answer; annotations and comments on words need a verified sentence that cites a document of "
        "the corpus. These comments are sentences of a language model."
    )


def save_answer(
    message: Message,
    kind: SavedAs,
    *,
    label: str = "",
    fieldset: Fieldset | None = None,
    corpus: Corpus | None = None,
    actor: User,
) -> list[UUID]:
    """Save an answer; return the keys of the annotations, the threads, or the fieldset.

    `corpus` gets them if the conversation is about none; a fieldset has its own. Without one, a column gets a new one.
    """
    if kind in {SavedAs.ANNOTATIONS, SavedAs.COMMENTS_ON_WORDS}:
        if not label.strip():
            raise Invalid("Send the name of a label.", field="label")
        save = save_as_comments_on_words if kind == SavedAs.COMMENTS_ON_WORDS else save_as_annotations
        return [row.pk for row in save(message, label.strip(), corpus, actor=actor)]
    if kind == SavedAs.COLUMN:
        return [save_as_column(message, fieldset, corpus, actor=actor).pk]
    return [save_as_comment(message, corpus, actor=actor).pk]


@transaction.atomic
def save_as_annotations(message: Message, label: str, chosen: Corpus | None = None, *, actor: User) -> list[Annotation]:
    """Annotate the words that the answer cites, with its sentences as notes. Saving again changes nothing.

    Sentences that are not verified, and words that are not in the newest text of their document, are left out.
    Sentences of the reader are the words that they cite, and become no notes. Those of a language model say that it has
    written them, and who has accepted them.
    """
    corpus = _corpus_of(message, chosen)
    is_by_reader = message.engine == READER_ENGINE
    saved = []
    for number, document, span, text in _cited(message, corpus):
        draft = AnnotationDraft(
            id=_key(message, corpus, f"{label}:{number}"),
            label_name=label,
            start=span.start,
            end=span.end,
            note="" if is_by_reader else text,
            group=_key(message, corpus, "annotations"),
            is_by_model=not is_by_reader,
        )
        saved.append(annotate(draft, corpus=corpus, document=document, actor=actor))
    if not saved:
        raise NothingToSave
    return saved


@transaction.atomic
def save_as_comments_on_words(
    message: Message, label: str, chosen: Corpus | None = None, *, actor: User
) -> list[Thread]:
    """Comment on the words that the answer cites, with its sentences. Saving again changes nothing.

    Sentences that are not verified are left out; each of the others becomes one comment, on an annotation of the first
    words that it cites. That says that a language model has written it, and who has accepted it.
    """
    corpus = _corpus_of(message, chosen)
    _require_visible_sources(corpus, message)
    places: dict[str, tuple[int, Document, Span]] = {}
    for number, document, span, text in _cited(message, corpus):
        places.setdefault(text, (number, document, span))
    if not places or message.engine == READER_ENGINE:
        raise NothingToSave
    group = _key(message, corpus, "comments on words")
    saved = []
    for text, (number, document, span) in places.items():
        mark = AnnotationDraft(
            id=_key(message, corpus, f"commented:{label}:{number}"),
            label_name=label,
            start=span.start,
            end=span.end,
            group=group,
            is_by_model=True,
        )
        annotation = annotate(mark, corpus=corpus, document=document, actor=actor)
        key = _key(message, corpus, f"comment:{label}:{number}")
        draft = ThreadDraft(text=text, annotation=annotation, key=key, group=group, is_by_model=True)
        saved.append(create_thread(corpus, draft, actor=actor))
    return saved


def save_as_comment(message: Message, chosen: Corpus | None = None, *, actor: User) -> Thread:
    """Write the question and the answer with its sources as a comment on what the conversation is about.

    Sentences that are not verified are left out if they may be about documents that readers of the comment cannot see.
    """
    corpus = _corpus_of(message, chosen)
    if message.conversation.document is None or message.conversation.corpus is None:
        _require_visible_sources(corpus, message)
    sentences, answer = message.sentences, message.text
    if _has_read_hidden(message, corpus):
        sentences = [each for each in sentences if each["is_verified"]]
        answer = " ".join(each["text"] for each in sentences)
        if message.text and not answer:
            raise NothingToSave("No sentence is verified: they may be about documents that members cannot see.")
    lines = [*unverified_lines(sentences), *source_lines(sentences)]
    text = f"{question_of(message)}\n\n{answer or NOT_FOUND_TEXT}\n\n" + "\n".join(lines)
    if len(text) > TEXT_LIMIT:
        text = text[: TEXT_LIMIT - len(_CUT)] + _CUT
    draft = ThreadDraft(
        text=text.strip(),
        document=message.conversation.document,
        key=_key(message, corpus, "comment"),
        is_by_model=True,
    )
    return create_thread(corpus, draft, actor=actor)


@transaction.atomic
def save_as_column(
    message: Message, fieldset: Fieldset | None, chosen: Corpus | None = None, *, actor: User
) -> Fieldset:
    """Add the question to a fieldset of the corpus, or to a new one, so that an extract asks it about each document.

    Saving again changes nothing.
    """
    corpus = _corpus_of(message, fieldset.corpus if fieldset else chosen)
    question = question_of(message)
    if fieldset is None:
        return _fieldset_with(question, corpus, actor=actor)
    if fieldset.corpus_id != corpus.pk:
        raise NotFound(field="fieldset")
    columns = [draft_of(column) for column in fieldset.columns.all()]
    if all(column.question != question for column in columns):
        columns.append(ColumnDraft(name=_name(question, {column.name for column in columns}), question=question))
    return update_fieldset(fieldset, columns=columns, actor=actor)


def _fieldset_with(question: str, corpus: Corpus, *, actor: User) -> Fieldset:
    """Return a fieldset of the corpus that has this question, or a new one with the question as its name."""
    require(actor, Permission.EDIT, corpus)
    found = Fieldset.objects.filter(corpus=corpus, columns__question=question).order_by("pk").first()
    if found is not None:
        return found
    names = set(Fieldset.objects.filter(corpus=corpus).values_list("name", flat=True))
    name = _name(question, names)
    draft = FieldsetDraft(name=name, columns=[ColumnDraft(name=_name(question, set()), question=question)])
    return create_fieldset(draft, corpus=corpus, actor=actor)


def _corpus_of(message: Message, chosen: Corpus | None) -> Corpus:
    """Return the corpus of the conversation of a complete answer; the chosen one if it is about none."""
    if message.role != Message.Role.ASSISTANT or message.state != Message.State.COMPLETE:
        raise NothingToSave
    corpus = message.conversation.corpus or chosen
    if corpus is None:
        raise Invalid("Choose the corpus that gets the answer.", field="corpus")
    return corpus


def _key(message: Message, corpus: Corpus, part: str) -> UUID:
    """Return the key of a part of the answer in a corpus, so that saving again changes nothing."""
    return uuid5(message.pk, part if message.conversation.corpus_id else f"{corpus.pk}:{part}")


def _require_visible_sources(corpus: Corpus, message: Message) -> None:
    """Require that all members may see the documents that the answer cites: their owners added them to the corpus."""
    cited = cited_documents(message.sentences)
    memberships = corpus.memberships.filter(document__in=cited)
    if memberships.count() < len(cited):
        raise Invalid("The answer cites documents that are not in this corpus. Add them to it first.", field="corpus")
    if memberships.exclude(added_by=F("document__owner")).exists():
        raise Invalid(_NOT_OF_MEMBERS, field="corpus")


def _has_read_hidden(message: Message, corpus: Corpus) -> bool:
    """Check whether the model may have read documents that readers of a comment on the same subject cannot see."""
    conversation = message.conversation
    if conversation.document is not None:
        return False
    return conversation.corpus is None or corpus.memberships.exclude(added_by=F("document__owner")).exists()


def _cited(message: Message, corpus: Corpus) -> Iterator[tuple[int, Document, Span, str]]:
    """Yield the places that verified sentences cite, and these sentences, in documents of the corpus."""
    cited = [(sentence, citation) for sentence in message.sentences for citation in sentence["citations"]]
    documents = corpus.documents.select_related("revision", "owner").in_bulk(cited_documents(message.sentences))
    for number, (sentence, citation) in enumerate(cited):
        document = documents.get(UUID(citation["document"]))
        if not sentence["is_verified"] or document is None or document.revision is None:
            continue
        near = [Span(citation["start"], citation["end"])]
        span = locate(document.revision.text, citation["quote"], near=near)
        if span is not None:
            yield number, document, span, sentence["text"]


def _name(question: str, taken: set[str]) -> str:
    """Return a name for the column or the fieldset of a question that no other one has."""
    name = " ".join(question.split())
    if len(name) > _COLUMN_LENGTH:
        name = name[:_COLUMN_LENGTH].rsplit(" ", 1)[0] + _CUT
    return free_name(name, taken.__contains__)
