"""Annotations: anchored by tokens or by offsets, stored once, refused without changes."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from core.db.ids import uuid7
from core.errors import Invalid, NotFound
from corpuses.annotations.anchoring import anchor_offsets, anchor_spans, spans_of
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.corpora.services import create_corpus, personal_corpus
from documents.services.tokens import unpack
from documents.structure import text_slice
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def contract(upload):
    document = upload("franchise-agreement.pdf")
    run_jobs()
    document.refresh_from_db()
    return document


def test_tokens_and_offsets_give_the_same_anchor(contract):
    by_tokens = anchor_spans(contract.revision_id, [(1, 10, 14)])
    by_offsets = anchor_offsets(contract.revision_id, by_tokens.start, by_tokens.end)
    assert by_offsets == by_tokens
    assert len(by_tokens.quote.split()) == 5
    assert by_tokens.quote == text_slice(contract.revision_id, by_tokens.start, by_tokens.end)


def test_a_passage_across_pages_has_a_span_on_each_page(contract):
    border = contract.revision.pages.get(number=1).text_end
    spans = spans_of(contract.revision_id, border - 40, border + 40)
    assert [page for page, _, _ in spans] == [1, 2]


def test_words_that_are_not_adjacent_are_one_passage_with_parts(contract, user):
    draft = AnnotationDraft(label_name="Duty", spans=[(1, 20, 21), (1, 10, 12), (1, 15, 15)])
    stored = annotate(draft, corpus=personal_corpus(user), document=contract, actor=user)
    assert stored.spans == [[1, 10, 12], [1, 15, 15], [1, 20, 21]]
    words = unpack(contract.revision.pages.get(number=1)).texts
    assert stored.quote.split() == [*words[10:13], "…", words[15], "…", *words[20:22]]
    parts = [contract.revision.text[start:end] for start, end in stored.parts]
    assert " … ".join(parts) == stored.quote
    assert (stored.start, stored.end) == (stored.parts[0][0], stored.parts[-1][1])
    assert contract.revision.text[: stored.start].endswith(stored.prefix)
    assert contract.revision.text[stored.end :].startswith(stored.suffix)


def test_neighbouring_and_overlapping_spans_are_one_part(contract):
    whole = anchor_spans(contract.revision_id, [(1, 10, 16)])
    assert anchor_spans(contract.revision_id, [(1, 13, 16), (1, 10, 11), (1, 10, 12)]) == whole
    assert whole.parts == ()


def test_a_passage_over_a_page_break_has_no_gap(contract):
    last = contract.revision.pages.get(number=1).token_count - 1
    over = anchor_spans(contract.revision_id, [(1, last - 2, last), (2, 0, 3)])
    assert (over.parts, "…" in over.quote) == ((), False)
    assert len(anchor_spans(contract.revision_id, [(1, last - 2, last - 1), (2, 0, 3)]).parts) == 2


def test_white_space_cannot_be_annotated(contract):
    anchor = anchor_spans(contract.revision_id, [(1, 0, 0)])
    with pytest.raises(Invalid):
        anchor_offsets(contract.revision_id, anchor.end, anchor.end + 1)


def test_a_repeated_draft_is_stored_once(contract, user):
    draft = AnnotationDraft(id=uuid7(), label_name="Party", spans=[(1, 0, 2)])
    corpus = personal_corpus(user)
    first = annotate(draft, corpus=corpus, document=contract, actor=user)
    assert annotate(draft, corpus=corpus, document=contract, actor=user) == first
    assert (first.label.name, first.creator, first.page) == ("Party", user, 1)
    assert Annotation.objects.count() == 1


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        (AnnotationDraft(label_name="Party"), "no place"),
        (AnnotationDraft(label_name="Party", spans=[(9, 0, 1)]), "no such page"),
        (AnnotationDraft(label_name="Party", spans=[(1, 5, 100_000)]), "no such token"),
        (AnnotationDraft(label_name="Party", start=10, end=10), "empty passage"),
        (AnnotationDraft(label_name="  ", spans=[(1, 0, 1)]), "label without a name"),
    ],
)
def test_invalid_drafts_are_refused(contract, user, draft, reason):
    with pytest.raises(Invalid):
        annotate(draft, corpus=personal_corpus(user), document=contract, actor=user)
    assert not Annotation.objects.exists(), reason


def test_other_users_cannot_annotate(contract, user, other_user):
    with pytest.raises(NotFound):
        annotate(
            AnnotationDraft(label_name="Party", spans=[(1, 0, 1)]),
            corpus=personal_corpus(user),
            document=contract,
            actor=other_user,
        )
    assert not Annotation.objects.exists()


def test_a_document_outside_the_corpus_cannot_be_annotated_there(contract, user):
    elsewhere = create_corpus(owner=user, title="Elsewhere")
    with pytest.raises(NotFound):
        annotate(
            AnnotationDraft(label_name="Party", spans=[(1, 0, 1)]), corpus=elsewhere, document=contract, actor=user
        )


def test_findings_of_the_same_origin_are_recorded_once(contract, user):
    anchor = anchor_spans(contract.revision_id, [(1, 0, 2)])
    findings = [(anchor.start, anchor.end, "Name")]
    corpus = personal_corpus(user)
    recorded = [
        annotate_many(corpus, contract.revision, findings, source="analyzer", origin="action:1") for _ in range(2)
    ]
    assert recorded == [1, 0]


def test_concurrent_requests_with_the_same_draft_create_one_annotation(contract, user):
    draft = AnnotationDraft(id=uuid7(), label_name="Party", spans=[(1, 0, 2)])
    corpus = personal_corpus(user)

    def send() -> Annotation:
        try:
            return annotate(draft, corpus=corpus, document=contract, actor=user)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        ids = {future.result().pk for future in [threads.submit(send) for _ in range(8)]}
    assert ids == {draft.id}
    assert Annotation.objects.count() == 1


def test_the_length_of_a_note_is_limited(contract, user):
    draft = AnnotationDraft(label_name="Party", spans=[(1, 0, 2)], note="x" * 10_001)
    with pytest.raises(Invalid):
        annotate(draft, corpus=personal_corpus(user), document=contract, actor=user)
    assert not Annotation.objects.exists()
