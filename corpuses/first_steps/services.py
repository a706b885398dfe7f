"""The first steps of a user: tasks which show what can be done with documents. They are derived from stored rows.

Searches and questions are not stored, so that the browser remembers these (`frontend/src/lib/first-steps.ts`).
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, Subquery

from audit.actions import Action
from audit.models import AuditEntry
from core.access import require_unlimited
from corpuses.annotations.models import Annotation
from corpuses.extracts.models import Extract
from corpuses.first_steps.sample import ANNOTATIONS, TITLE
from corpuses.imports.models import AnnotationImport
from corpuses.models import Corpus, CorpusShare
from documents.models import Document, DocumentShare
from users.models import User

# The newest entries of a user in the audit log that are read; an export before them does not count.
MAX_ENTRIES: Final = 2_000
_EXPORTS: Final = (Action.ANNOTATIONS_EXPORTED, Action.CORPUS_DOCUMENTS_EXPORTED, Action.EXTRACT_EXPORTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSteps:
    """The tasks that a user has done, and a corpus with a document for those that are left."""

    has_documents: bool
    has_annotations: bool
    has_extracts: bool
    has_shares: bool
    has_exports: bool
    has_sample: bool
    corpus: UUID | None
    document: UUID | None


def first_steps_of(user: User) -> FirstSteps:
    """Return the first steps of a user; one query. What is in the bin counts as well."""
    require_unlimited(user)
    own_corpora = Corpus.objects.filter(owner=user)
    sample = own_corpora.filter(title=TITLE)
    # The sample, else the newest corpus; the personal one comes last, because it is seldom shared.
    corpus = own_corpora.order_by(
        ExpressionWrapper(Q(title=TITLE), BooleanField()).desc(), "is_personal", "-id"
    ).values("pk")[:1]
    imported = AnnotationImport.objects.filter(owner=user, filename=ANNOTATIONS).values("pk")
    own = Annotation.with_deleted.filter(creator=user, source=Annotation.Source.HUMAN)
    readable = Document.objects.filter(owner=user, revision__isnull=False, corpuses=OuterRef("corpus"))
    row = (
        User.objects.filter(pk=user.pk)
        .annotate(corpus=Subquery(corpus))
        .values(
            "corpus",
            document=Subquery(readable.order_by("-id").values("pk")[:1]),
            has_documents=Exists(Document.with_deleted.filter(owner=user)),
            has_annotations=Exists(own.exclude(edits__group__in=imported)),  # those of the sample do not count
            has_extracts=Exists(Extract.with_deleted.filter(creator=user)),
            has_shares=Exists(CorpusShare.objects.filter(created_by=user))
            | Exists(DocumentShare.objects.filter(created_by=user))
            | _has_done(user, Action.PUBLISHED),
            has_exports=_has_done(user, *_EXPORTS),
            has_sample=Exists(sample),
        )
        .get()
    )
    return FirstSteps(**row)


def _has_done(user: User, *actions: Action) -> Exists:
    newest = AuditEntry.objects.filter(actor_id=user.pk).order_by("-id")[:MAX_ENTRIES]
    return Exists(AuditEntry.objects.filter(pk__in=newest.values("pk"), action__in=actions))
