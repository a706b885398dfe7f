"""Find the documents and places of imported annotations."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol
from uuid import UUID

from django.db.models import Q

from core.errors import Conflict, NotFound, UserFault
from corpuses.annotations.anchoring import anchor_where_possible
from corpuses.annotations.boxes import columns_of_box
from corpuses.annotations.parts import PlacedParts, join_places
from corpuses.annotations.placing import Passage, Place, Placer
from corpuses.annotations.services import NotParsed, columns_of
from corpuses.imports.rows import Quote, Row
from corpuses.models import Corpus
from documents.models import Document
from documents.services.boxes import PageBox
from users.models import User

_NEEDED: Final = ("pk", "title", "filename", "blob_id", "revision_id", "superseded_by_id")


class DocumentUnknown(NotFound):
    """The document of this annotation is not in the corpus."""

    code = "annotation_document_unknown"
    what_to_do = "Add the document to the corpus and import the file again, or give its id, file name or title."


class DocumentAmbiguous(Conflict):
    """Several documents of the corpus have this name."""

    code = "annotation_document_ambiguous"
    what_to_do = "Give the id or the SHA-256 of the document."


class QuoteNotFound(UserFault):
    """The quote was not found in the text of the document."""

    code = "annotation_not_placed"
    what_to_do = "Check that it is the same document, and annotate the passage by hand."


@dataclass(frozen=True, slots=True)
class Found:
    """The place of a row: the columns of an annotation that hold its anchor, and the confidence."""

    document_id: UUID
    revision_id: UUID
    columns: dict[str, object]
    confidence: float


class NamesDocument(Protocol):
    """A row that says which document it is about."""

    @property
    def document_id(self) -> UUID | None: ...

    @property
    def names(self) -> tuple[str, ...]: ...


class DocumentFinder:
    """Finds documents of a corpus that are visible to a user, by id, SHA-256, file name or title; one query.

    What a newer version has replaced is found by its id only.
    """

    def __init__(self, corpus: Corpus, actor: User, rows: Iterable[NamesDocument]) -> None:
        rows = list(rows)
        keys = {row.document_id for row in rows if row.document_id}
        names = {name for row in rows for name in row.names}
        is_named = Q(blob__in=names) | Q(filename__in=names) | Q(title__in=names)
        visible = Document.objects.visible_to(actor).filter(Q(pk__in=keys) | is_named, memberships__corpus=corpus)
        self._by_key: dict[UUID, Document] = {}
        self._by_name: dict[str, set[UUID]] = defaultdict(set)
        for document in visible.only(*_NEEDED):
            self._by_key[document.pk] = document
            if document.superseded_by_id is None:
                for name in (document.blob_id, document.filename, document.title):
                    self._by_name[name].add(document.pk)

    def find(self, row: NamesDocument) -> Document:
        """Return the document of a row; raise a `UserFault` if there is none, or if its name is not unique."""
        found = self._by_key.get(row.document_id) if row.document_id else None
        if found is None:
            among = next((keys for name in row.names if (keys := self._by_name.get(name))), set())
            if len(among) > 1:
                raise DocumentAmbiguous
            if not among:
                raise DocumentUnknown
            found = self._by_key[next(iter(among))]
        return found

    def find_parsed(self, row: Row) -> Document:
        """Do the same; raise `NotParsed` if the document has no text."""
        found = self.find(row)
        if found.revision_id is None:
            raise NotParsed
        return found


class DocumentText:
    """The text of a document, in which passages are found."""

    def __init__(self, document: Document) -> None:
        if document.revision is None:
            raise NotParsed
        self._document = document
        self._revision = document.revision

    @cached_property
    def _placer(self) -> Placer:
        return Placer(self._revision.text)

    def place(self, rows: Sequence[Row]) -> list[Found | UserFault]:
        """Return the place of each row, or why it has none."""
        places = [self._place_of(row) if row.box is None else None for row in rows]
        known = [place.parts for place in places if place]
        anchors = iter(list(anchor_where_possible(self._revision, known)))
        results: list[Found | UserFault] = []
        for row, place in zip(rows, places, strict=True):
            if row.box:
                results.append(self._box(row.box))
            elif place and (anchor := next(anchors)):
                results.append(self._found(columns_of(anchor), place.confidence))
            else:
                results.append(QuoteNotFound())
        return results

    def _place_of(self, row: Row) -> PlacedParts | None:
        """Return the places of the quotes of a row, in the order of the text; `None` if one was not found."""
        places = [self._place_of_quote(quote) for quote in row.quotes]
        return join_places(sorted(places, key=lambda place: place.start if place else 0))

    def _place_of_quote(self, quote: Quote) -> Place | None:
        """Return the place of the position if the text there is the quote, else that of the quote with its context."""
        start, text, exact = quote.start, self._revision.text, quote.exact
        if start is not None and text[start : start + len(exact)] == exact:
            return Place(start, start + len(exact), 1.0)
        place = self._placer.place(Passage(start or 0, exact, quote.prefix, quote.suffix))
        only = text.find(exact)
        is_within_words = (place is None or place.confidence < 1) and only >= 0 and text.find(exact, only + 1) < 0
        return Place(only, only + len(exact), 1.0) if is_within_words else place

    def _box(self, box: PageBox) -> Found | UserFault:
        try:
            return self._found(columns_of_box(self._revision.pk, box), 1.0)
        except UserFault as refusal:
            return refusal

    def _found(self, columns: dict[str, object], confidence: float) -> Found:
        return Found(self._document.pk, self._revision.pk, columns, confidence)
