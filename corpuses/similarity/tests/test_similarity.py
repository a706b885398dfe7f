"""Similar documents and clauses of a corpus: signatures, groups, the job, what each user sees, REST and GraphQL."""

import json
import random
from base64 import urlsafe_b64decode
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.deletion import move_to_bin
from core.errors import NotAllowed
from corpuses.models import CorpusDocument
from corpuses.search.indexing import ensure
from corpuses.similarity import finding, services
from corpuses.similarity.finding import DOCUMENT_THRESHOLD, group_clauses, group_documents
from corpuses.similarity.models import SimilarGroup, SimilarText, TextSketch
from corpuses.similarity.sketches import (
    DOCUMENT_SIZE,
    clause_signatures,
    estimate,
    jaccard,
    pairs_of,
    signature,
)
from documents.models import Document
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.plain_job import JobCancelled, PlainJob
from users.sharing.services import ShareRequest, create_share

ASSIGNMENT = (
    "Neither party may assign this agreement, in whole or in part, without the prior written consent of the other "
    "party, which shall not be unreasonably withheld."
)
SUBJECTS = ("pallets", "licences", "vessels", "turbines", "seeds", "films", "servers", "vaccines", "bridges", "carpets")


def sentences(number, count=12):
    """Return clauses that no other number has."""
    words = random.Random(number)
    return [
        " ".join(f"{words.choice(SUBJECTS)}{words.randrange(500)}" for _ in range(25)).capitalize() + "."
        for _ in range(count)
    ]


def contract(number, *clauses):
    return "\n\n".join([*sentences(number), *clauses])


def edited(text, *, count, seed=0):
    """Replace some words of a text."""
    words, chosen = text.split(" "), random.Random(seed)
    for place in chosen.sample(range(len(words)), count):
        words[place] = f"changed{place}"
    return " ".join(words)


@pytest.fixture
def documents(add_parsed):
    """Add two near-duplicates, and two other contracts with nearly the same clause about assignment."""
    return [
        add_parsed(contract(1)),
        add_parsed(edited(contract(1), count=8)),
        add_parsed(contract(2, ASSIGNMENT)),
        add_parsed(contract(3, ASSIGNMENT.replace("in whole or in part", "wholly or partly"))),
    ]


def groups(corpus, kind):
    return [
        [text.document_id for text in group.texts.order_by("order")]
        for group in SimilarGroup.objects.filter(corpus=corpus, kind=kind).order_by("-size", "id")
    ]


def test_signatures_estimate_the_share_of_common_pairs_of_words():
    text = contract(1)
    for count in (0, 5, 20, 80):
        one, other = pairs_of(text), pairs_of(edited(text, count=count))
        real = jaccard(one, other)
        assert abs(float(estimate(signature(one), signature(other))) - real) < 4 * 0.5 / DOCUMENT_SIZE**0.5
        assert count or real == 1


def test_case_punctuation_and_white_space_do_not_matter():
    one, other = pairs_of("The Term,\nas defined; ENDS."), pairs_of("the term as  defined ends")
    assert jaccard(one, other) == 1
    assert np.array_equal(clause_signatures([one])[0], clause_signatures([other])[0])


def test_texts_without_words_and_no_texts_are_possible():
    assert len(pairs_of("… — 。")) == 0
    assert len(pairs_of("Word")) == 1
    assert clause_signatures([]).shape[0] == 0
    assert group_clauses(clause_signatures([])) == []


def test_each_text_of_a_group_is_similar_to_its_first_one():
    texts = [edited(contract(1), count=25 * step, seed=step) for step in range(8)]  # ever less similar to the first
    signatures = np.stack([signature(pairs_of(text)) for text in texts])
    for group in group_documents(signatures):
        assert group.rows[0] == min(group.rows)
        assert all(each >= DOCUMENT_THRESHOLD for each in group.similarities)
        assert group.similarities[1:] == sorted(group.similarities[1:], reverse=True)
    assert len({row for group in group_documents(signatures) for row in group.rows}) < len(texts)


def test_generated_duplicates_are_found_and_nothing_else():
    texts, origins = [], []
    for number in range(60):
        base = contract(number)
        texts += [base, edited(base, count=6, seed=1), edited(base, count=10, seed=2)]
        origins += [number] * 3
    texts += [contract(number) for number in range(100, 200)]
    found = group_documents(np.stack([signature(pairs_of(text)) for text in texts]))
    assert [{origins[row] for row in group.rows} for group in found] == [{number} for number in range(60)]
    assert all(len(group.rows) == 3 for group in found)


@pytest.mark.full
def test_a_hundred_thousand_clauses_are_grouped_without_comparing_each_with_each(monkeypatch):
    random_rows = np.random.default_rng(0).integers(0, 2**16, (100_000, 64)).astype(np.uint16)
    random_rows[90_000:] = random_rows[:10_000]
    random_rows[90_000:, :8] = 1
    compared = []

    monkeypatch.setattr(finding, "estimate", lambda one, other: (compared.append(len(one)), estimate(one, other))[1])
    assert len(group_clauses(random_rows)) == 10_000
    assert sum(compared) < 20 * len(random_rows)


def test_a_run_finds_near_duplicates_and_clauses_that_documents_share(documents, corpus):
    assert services.run(corpus.pk, job=PlainJob()) == 2
    first, copy, third, fourth = (each.pk for each in documents)
    assert groups(corpus, "document") == [[first, copy]]
    assert groups(corpus, "clause") == [[third, fourth]]
    text = SimilarText.objects.get(group__kind="clause", document=third)
    assert text.quote == ASSIGNMENT
    assert documents[2].revision.text[text.start : text.end].strip() == ASSIGNMENT
    other = SimilarText.objects.get(group__kind="clause", document=fourth)
    assert 0.7 <= other.similarity < 1


def test_a_second_run_replaces_the_groups_and_sketches_only_what_is_new(documents, corpus, add_parsed):
    services.run(corpus.pk, job=PlainJob())
    job = PlainJob()
    assert services.run(corpus.pk, job=job) == 2
    assert job.messages == ["Comparing the documents"]
    again = add_parsed(contract(1))
    CorpusDocument.objects.filter(document=documents[3]).delete()
    job = PlainJob()
    services.run(corpus.pk, job=job)
    assert job.messages[0] == "0 of 1 documents"
    assert groups(corpus, "document") == [[documents[0].pk, again.pk, documents[1].pk]]
    assert groups(corpus, "clause") == []


def test_the_clauses_of_near_duplicates_alone_are_no_group(add_parsed, corpus):
    add_parsed(contract(1, ASSIGNMENT))
    add_parsed(contract(1, ASSIGNMENT))
    assert services.run(corpus.pk, job=PlainJob()) == 1
    assert groups(corpus, "clause") == []


def test_a_clause_that_is_repeated_in_one_document_only_is_no_group(add_parsed, corpus):
    add_parsed(contract(1, ASSIGNMENT, ASSIGNMENT))
    add_parsed(contract(2))
    assert services.run(corpus.pk, job=PlainJob()) == 0


def test_short_and_empty_documents_do_no_harm(add_parsed, corpus):
    for text in ("", "Yes.", "…", "Yes."):
        add_parsed(text)
    assert services.run(corpus.pk, job=PlainJob()) == 0
    assert services.state_of(corpus).run.clause_count == 0


def test_limits_leave_out_the_smallest_groups(documents, corpus, monkeypatch):
    monkeypatch.setattr(finding, "MAX_GROUPS", 0)
    assert services.run(corpus.pk, job=PlainJob()) == 0
    assert services.state_of(corpus).run.is_complete is False
    monkeypatch.undo()
    monkeypatch.setattr(finding, "MAX_CLAUSES", 5)
    services.run(corpus.pk, job=PlainJob())
    state = services.state_of(corpus)
    assert (state.run.clause_count, state.run.is_complete) == (5, False)


def test_a_cancelled_run_keeps_the_groups(documents, corpus):
    services.run(corpus.pk, job=PlainJob())
    TextSketch.objects.all().delete()
    with pytest.raises(JobCancelled):
        services.run(corpus.pk, job=PlainJob(cancel_after=2))
    assert groups(corpus, "document") == [[documents[0].pk, documents[1].pk]]
    assert TextSketch.objects.count() == 2


def test_sketches_go_with_their_revision(documents, corpus):
    services.run(corpus.pk, job=PlainJob())
    sketches = TextSketch.objects.filter(revision__document=documents[0])
    assert sketches.exists()
    Document.objects.filter(pk=documents[0].pk).update(revision=None, state="failed", failure_code="x")
    documents[0].revisions.all().delete()
    assert not sketches.exists()


def test_editors_start_a_job_once_and_the_audit_log_has_it(documents, corpus, user, other_user):
    create_share(corpus, ShareRequest(user=other_user.username, role="annotator"), actor=user)
    with pytest.raises(NotAllowed):
        services.find_similar_texts(corpus, actor=other_user)
    job = services.find_similar_texts(corpus, actor=user)
    assert services.find_similar_texts(corpus, actor=user) == job
    assert AuditEntry.objects.filter(action="corpus.similar_texts_started", object_id=corpus.pk).exists()
    run_jobs()
    assert queue.job_view(job).state == "success"
    assert services.state_of(corpus).job.id == job


def list_groups(client, corpus, kind="document"):
    return client.get(f"/api/v1/corpuses/{corpus.pk}/similar-groups?kind={kind}").json()["results"]


def test_rest_starts_a_search_and_lists_its_groups(api, documents, corpus):
    address = f"/api/v1/corpuses/{corpus.pk}/similar-texts"
    before = api.get(address).json()
    assert (before["compared_at"], before["new_document_count"], before["job"]) == (None, 4, None)
    assert api.send("post", address, {}).status_code == 202
    run_jobs()
    after = api.get(address).json()
    assert (after["state"], after["new_document_count"], after["is_complete"]) == ("success", 0, True)
    (group,) = list_groups(api, corpus)
    assert group["text_count"] == 2
    assert [text["document"] for text in group["texts"]] == [str(each.pk) for each in documents[:2]]
    assert group["texts"][0]["similarity"] == 1
    assert 0.8 <= group["texts"][1]["similarity"] < 1
    (group,) = list_groups(api, corpus, "clause")
    assert group["texts"][0]["quote"] == ASSIGNMENT


def test_documents_that_are_new_or_were_processed_again_are_counted(api, documents, corpus, add_parsed):
    services.run(corpus.pk, job=PlainJob())
    add_parsed(contract(9))
    assert api.get(f"/api/v1/corpuses/{corpus.pk}/similar-texts").json()["new_document_count"] == 1


def test_only_visible_texts_of_current_documents_are_listed(documents, corpus, user, other_user, add_parsed):
    hidden = add_parsed(contract(1), owner=other_user)
    CorpusDocument.objects.filter(document=hidden).update(added_by=user)  # the owner has shared it with no one
    seen = add_parsed(contract(1))
    services.run(corpus.pk, job=PlainJob())
    api = ApiClient(user)
    (group,) = list_groups(api, corpus)
    assert group["text_count"] == 3
    assert {text["document"] for text in group["texts"]} == {str(each.pk) for each in (*documents[:2], seen)}
    assert str(hidden.pk) not in str(group)
    move_to_bin(Document.objects.filter(pk=documents[0].pk), user_id=user.pk)
    assert list_groups(api, corpus)[0]["text_count"] == 2
    CorpusDocument.objects.filter(document=seen).delete()
    assert list_groups(api, corpus) == []  # one text is no group


def test_the_number_of_queries_does_not_grow_with_the_groups(api, add_parsed, corpus, django_assert_max_num_queries):
    for number in range(12):
        add_parsed(contract(number))
        add_parsed(edited(contract(number), count=4))
    services.run(corpus.pk, job=PlainJob())
    with django_assert_max_num_queries(8):
        assert len(list_groups(api, corpus)) == 12


QUERY = """
query ($id: ID!) {
  similarTexts(corpusId: $id) { comparedAt newDocumentCount isComplete state progress problem }
  corpus(id: $id) {
    similarGroups(kind: CLAUSE) {
      edges { node { id kind textCount texts { document documentTitle page start end quote similarity } } }
    }
  }
}
"""
MUTATION = """
mutation ($input: FindSimilarTextsInput!) {
  findSimilarTexts(input: $input) { similarTexts { corpus state newDocumentCount } errors { code } }
}
"""


def test_graphql_starts_a_search_and_lists_its_groups(api, documents, corpus):
    payload = api.execute(MUTATION, {"input": {"corpusId": str(corpus.pk)}})["findSimilarTexts"]
    assert payload["errors"] == []
    assert payload["similarTexts"]["newDocumentCount"] == 4
    run_jobs()
    found = api.execute(QUERY, {"id": str(corpus.pk)})
    assert found["similarTexts"]["newDocumentCount"] == 0
    (edge,) = found["corpus"]["similarGroups"]["edges"]
    assert edge["node"]["textCount"] == 2
    assert [text["document"] for text in edge["node"]["texts"]] == [str(each.pk) for each in documents[2:]]


SAME = "query ($c: ID!, $d: ID!, $s: Int!, $e: Int!) { sameClauses(corpusId: $c, documentId: $d, start: $s, end: $e)"


def test_a_clause_is_found_in_the_other_documents_with_its_place(api, documents, corpus):
    for document in documents:
        ensure(document.revision)
    start = documents[2].revision.text.index(ASSIGNMENT)
    span = {"document": str(documents[2].pk), "start": start, "end": start + len(ASSIGNMENT)}
    address = f"/api/v1/corpuses/{corpus.pk}/same-clauses"
    (found,) = api.get(address, span).json()["results"]
    assert found["document"] == str(documents[3].pk)
    assert found["text"].strip() == ASSIGNMENT.replace("in whole or in part", "wholly or partly")
    assert documents[3].revision.text[found["start"] : found["end"]] == found["text"]
    assert 0.7 < found["similarity"] < 1
    given = {"c": str(corpus.pk), "d": span["document"], "s": start, "e": span["end"]}
    (same,) = api.execute(SAME + " { document start end similarity } }", given)["sameClauses"]
    assert same == {name: found[name] for name in ("document", "start", "end", "similarity")}


def test_a_place_without_words_has_no_same_clauses(api, documents, corpus):
    length = len(documents[0].revision.text)
    span = {"document": str(documents[0].pk), "start": length + 5, "end": length + 9}
    answer = api.get(f"/api/v1/corpuses/{corpus.pk}/same-clauses", span)
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "start")


def test_the_order_and_the_cursors_show_nothing_of_hidden_texts(api, corpus, user, other_user, add_parsed):
    sizes = {}
    for seen, hidden in ((2, 4), (3, 0)):
        group = SimilarGroup.objects.create(corpus=corpus, kind="document", size=seen + hidden)
        sizes[group.pk] = seen
        for order in range(seen + hidden):
            document = add_parsed(f"Text {order}.", owner=user if order < seen else other_user)
            CorpusDocument.objects.filter(document=document).update(added_by=user)
            SimilarText.objects.create(
                group=group, order=order, document=document, revision=document.revision, page=1, start=0, end=0,
                similarity=1.0,
            )  # fmt: skip
    page = api.get(f"/api/v1/corpuses/{corpus.pk}/similar-groups?page_size=1").json()
    assert [each["text_count"] for each in page["results"]] == [3]
    (cursor,) = parse_qs(urlsplit(page["next"]).query)["cursor"]
    assert 3 in json.loads(urlsafe_b64decode(cursor))
    last = api.get(page["next"]).json()
    assert [each["text_count"] for each in last["results"]] == [2]
    (cursor,) = parse_qs(urlsplit(last["previous"]).query)["cursor"]
    assert "6" not in json.dumps(json.loads(urlsafe_b64decode(cursor.lstrip("-")))[:3])
