"""The sample corpus: documents with actions that label them and extract their fields once they are processed.

Annotations, a relation and comments as users make them are imported from a file when all of them are.
"""

from pathlib import Path
from typing import Final

from django.db import transaction

from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import labels_named
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.templates import get_template
from corpuses.imports.starting import start_import
from corpuses.models import Corpus
from corpuses.uploads.services import upload_to_corpus
from documents.errors import DocumentExists
from documents.models import Document
from documents.storage.blobs import BlobWriter, hash_of
from users.models import User

TITLE: Final = "Sample agreements"
_FOLDER: Final = Path(__file__).resolve().parent / "demo"
_DESCRIPTION: Final = "Four contracts and a market report to try Cartulary with: search, labels, and extracted fields."
# The nicest one comes last, so that it is the first in the list.
_FILES: Final = (
    "affiliate-agreement.pdf",
    "maintenance-agreement.txt",
    "ag-energy-round-up.pdf",
    "franchise-agreement.pdf",
    "hosting-agreement.pdf",
)
ANNOTATIONS: Final = "sample-annotations.jsonl"  # `first_steps` recognises it by its name
_LABELS: Final = ("Party", "Duty", "Termination")
_CONTRACT: Final = "Contract"  # the label of the documents but the report
_REPORT: Final = "ag-energy-round-up.pdf"
_SENTENCE: Final = r"\p{{Lu}}[^.;:]{{0,300}}?\b(?:{words})\b[^.;:]{{1,300}}[.;:]"
_RULES: Final = [
    {"label": label, "pattern": _SENTENCE.format(words=words), "case_sensitive": True}
    for label, words in (
        ("Duty", r"shall|must|agrees?\s+to|undertakes?\s+to"),
        ("Termination", "terminat(?:e|es|ed|ing|ion)"),
    )
]
_FIELDS: Final = ("Document name", "Parties", "Agreement date", "Governing law", "License grant")


def find_sample(owner: User, title: str = TITLE) -> Corpus | None:
    """Return the sample corpus of a user, if there is one."""
    return Corpus.objects.filter(owner=owner, title=title).first()


@transaction.atomic
def create_sample(owner: User, title: str = TITLE) -> Corpus:
    """Create a sample corpus, or return the one of this title that the user has.

    Its documents are labelled and their fields extracted by its actions, once they are processed; then annotations of
    its owner are imported.
    """
    existing = find_sample(owner, title)
    if existing is not None:
        return existing
    corpus = create_corpus(owner=owner, title=title, description=_DESCRIPTION)
    labels_named(corpus, _LABELS)
    _add_actions(corpus, owner)
    for name in _FILES:
        _upload(_FOLDER / name, owner, corpus)
    _import_annotations(corpus, owner)
    _label_documents(corpus, owner)
    return corpus


def _add_actions(corpus: Corpus, owner: User) -> None:
    columns = [each for each in get_template("contracts").columns if each.name in _FIELDS]
    draft = FieldsetDraft(name="Agreement", description="What one looks up first in a contract.", columns=columns)
    fieldset = create_fieldset(draft, corpus=corpus, actor=owner)
    for action in (
        ActionDraft(kind="analyze", name="Label defined terms", analyzer="defined-terms"),
        ActionDraft(kind="analyze", name="Label dates and amounts", analyzer="patterns"),
        ActionDraft(kind="analyze", name="Label clauses", analyzer="regular-expressions", settings={"rules": _RULES}),
        ActionDraft(kind="extract", name="Agreement", fieldset=fieldset.pk),
    ):
        create_action(action, corpus=corpus, actor=owner)


def _upload(path: Path, owner: User, corpus: Corpus) -> None:
    title = path.stem.replace("-", " ").capitalize()
    with BlobWriter() as writer:
        writer.write(path.read_bytes())
        received = writer.finish()
        try:
            upload_to_corpus(received, filename=path.name, owner=owner, title=title, corpus=corpus)
        except DocumentExists:
            existing = Document.objects.filter(owner=owner, blob__sha256=received.sha256)
            add_documents(corpus, list(existing), actor=owner, is_recorded=False)


def _import_annotations(corpus: Corpus, owner: User) -> None:
    waits_for = corpus.documents.values_list("pk", flat=True)
    with BlobWriter() as writer:
        writer.write((_FOLDER / ANNOTATIONS).read_bytes())
        start_import(writer.finish(), filename=ANNOTATIONS, corpus=corpus, actor=owner, waits_for=waits_for)


def _label_documents(corpus: Corpus, owner: User) -> None:
    contracts = list(corpus.documents.exclude(blob=hash_of(_FOLDER / _REPORT)))
    label_documents(labels_named(corpus, [_CONTRACT])[_CONTRACT], contracts, actor=owner, is_recorded=False)
