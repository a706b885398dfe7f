"""Documents, annotations and rows for the measurements, some of them written to the database directly."""

import io
import itertools
import random
from pathlib import Path
from typing import Final

import pikepdf
import PIL.Image
from django.db import connection
from pikepdf import Name

from benchmarks.setup import CONTRACTS
from cartulary_client import Client, Destination
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import annotate_many
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document
from users.models import User

_TEXT: Final = "The tenant pays the rent on the first working day of each month, line"
LABELS: Final = ("Party", "Date", "Termination", "Liability", "Payment")

# Annotations like those of another corpus, as often as wanted.
_COPIES: Final = """
insert into corpuses_annotation ({columns})
select {values} from corpuses_annotation a, generate_series(1, %(times)s) n where a.corpus_id = %(source)s
"""
_CHANGED: Final = {"id": "gen_random_uuid()", "corpus_id": "%(target)s", "label_id": "%(label)s"}


def write_long_pdf(path: Path, pages: int) -> None:
    """Write the pages of real contracts, one after another and again from the first, as one PDF."""
    with pikepdf.new() as target:
        for file in itertools.cycle(sorted(CONTRACTS.glob("*.pdf"))):
            with pikepdf.open(file) as source:
                target.pages.extend(list(source.pages)[: pages - len(target.pages)])
                if len(target.pages) == pages:
                    break
                target.save(path)
        target.save(path, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def write_scan(path: Path, pages: int) -> None:
    """Write a PDF of pictures of about a megabyte, each with a layer of text that is not shown, as scanners do."""
    with pikepdf.new() as target:
        font = target.make_indirect(pikepdf.Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
        for number in range(pages):
            page = target.add_blank_page(page_size=(595, 842))
            lines = "".join(f"({_TEXT} {number}.{line}) Tj T* " for line in range(40))
            content = f"q 595 0 0 842 0 0 cm /Im Do Q BT 3 Tr /F 11 Tf 16 TL 60 760 Td {lines}ET"
            page.contents_add(content.encode())
            page.obj.Resources = pikepdf.Dictionary(
                XObject=pikepdf.Dictionary(Im=_picture(target)), Font=pikepdf.Dictionary(F=font)
            )
        target.save(path)


def _picture(target: pikepdf.Pdf) -> pikepdf.Object:
    """Return a picture of noise, which JPEG cannot make small."""
    size = (1_240, 1_754)
    content = io.BytesIO()
    PIL.Image.effect_noise(size, 40).save(content, "JPEG", quality=75)
    stream = pikepdf.Stream(target, content.getvalue())
    stream.stream_dict = pikepdf.Dictionary(
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=size[0],
        Height=size[1],
        ColorSpace=Name.DeviceGray,
        BitsPerComponent=8,
        Filter=Name.DCTDecode,
    )
    return stream


def upload(client: Client, path: Path, corpus: str) -> Document:
    """Upload a file and wait until it is processed."""
    (result,) = client.upload_all(path, destination=Destination(corpus=corpus))
    assert result.document is not None, result
    (ready,) = client.wait([result.document], timeout=1_800)
    return Document.objects.get(pk=ready.id)


def add_annotations(corpus: Corpus, document: Document, creator: User, number: int) -> None:
    """Annotate passages of one to forty words all over a document, as its reader would have."""
    assert document.revision is not None
    rng = random.Random(7)
    length = len(document.revision.text)
    starts = sorted({rng.randrange(length - 300) for _ in range(number)})
    findings = [(start, start + rng.randrange(8, 240), rng.choice(LABELS)) for start in starts]
    annotate_many(corpus, document.revision, findings, source="human", origin="", creator=creator)


def add_boxes(corpus: Corpus, document: Document, creator: User, *, pages: int, columns: int, rows: int) -> None:
    """Draw boxes side by side on each of the first pages."""
    label = Label.objects.create(corpus=corpus, name="Cell", color="#0b5fff")
    width, height = 0.9 / columns, 0.9 / rows
    places = itertools.product(range(1, pages + 1), range(columns), range(rows))
    Annotation.objects.bulk_create(
        (
            Annotation(
                corpus=corpus,
                document=document,
                revision=document.revision,
                label=label,
                creator=creator,
                page=page,
                start=0,
                end=0,
                spans=[],
                box=[left := 0.05 + column * width, top := 0.05 + row * height, left + 0.7 * width, top + 0.7 * height],
            )
            for page, column, row in places
        ),
        batch_size=2_000,
    )


def create_corpus_of(client: Client, document: Document, title: str) -> Corpus:
    """Create a corpus that has one document."""
    corpus = Corpus.objects.get(pk=client.create_corpus(title).id)
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=corpus.owner)
    return corpus


def copy_annotations(source: Corpus, target: Corpus, times: int) -> int:
    """Copy all annotations of a corpus several times into another one; return how many that one has."""
    label = Label.objects.create(corpus=target, name=LABELS[0], color="#0b5fff")
    names = [str(field.column) for field in Annotation._meta.concrete_fields]
    query = _COPIES.format(
        columns=", ".join(f'"{name}"' for name in names),
        values=", ".join(_CHANGED.get(name, f'a."{name}"') for name in names),
    )
    with connection.cursor() as cursor:
        cursor.execute(query, {"times": times, "source": source.pk, "target": target.pk, "label": label.pk})
        cursor.execute("vacuum analyze corpuses_annotation")
    return Annotation.objects.filter(corpus=target).count()
