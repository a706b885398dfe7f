"""Ranking by words and by meaning: identifiers, stems, phrases, excluded words, and no hits for nonsense."""

import pytest

from corpuses.llm import minilm
from corpuses.search.bm25 import query_terms
from corpuses.search.embedders import embedder_named
from corpuses.search.indexing import embed_revision
from corpuses.search.models import Passage
from corpuses.search.ranking import rank
from corpuses.search.tokenizer import phrase_query, stems_of, terms, words
from documents.models import DocumentRevision
from tests.plain_job import PlainJob

RULES = (
    "Under Rule 145(d) a holder who sells securities is not an underwriter if the conditions of Rule 144 are met.",
    "Under Rule 145(c) a party to the transaction is deemed to be engaged in a distribution of the securities.",
    "Registration under the Securities Act is required for an offer unless an exemption is available to the seller.",
)


@pytest.fixture
def index(add_parsed):
    """Index a document, each argument as a passage of its own; return its revision."""

    def add(*passages, language="en", title="A document", headings=None):
        text = "\n\n".join(passages)
        starts = passages if headings is None else headings
        document = add_parsed(text, title=title, headings=starts)
        DocumentRevision.objects.filter(pk=document.revision_id).update(language=language)
        document.revision.refresh_from_db()
        embed_revision(document.revision, job=PlainJob())
        return document.revision

    return add


def ranked(revisions, query, **options):
    found = rank([each.pk for each in revisions], query, **options)
    texts = dict(Passage.objects.filter(pk__in=found).values_list("pk", "text"))
    return [texts[key] for key in found]


# proves: S1-11
def test_an_identifier_ranks_before_its_neighbours(index):
    revisions = [index(rule, title=f"Rule book, part {number}") for number, rule in enumerate(RULES)]
    assert ranked(revisions, "Rule 145(c)")[0] == RULES[1]
    assert ranked(revisions, "Rule 145(d)")[0] == RULES[0]
    assert ranked(revisions, "rule 145 (c)")[0] == RULES[1]


@pytest.mark.parametrize("query", ["zxqv blorp", "wug", "qqqq 7Z9K2", "chocolate cake with strawberries"])
def test_a_query_that_nothing_answers_has_no_hits(index, query):
    revisions = [index(rule) for rule in RULES]
    assert ranked(revisions, query) == []
    assert ranked(revisions, query, has_floor=False) != []


@pytest.mark.parametrize(
    ("language", "text", "query"),
    [
        ("en", "The tenants were terminating their leases.", "termination of a lease by the tenant"),
        ("de", "Die Mieter haben die Wohnungen gekündigt.", "Wohnung kündigen"),
        ("fr", "Les locataires paieront les loyers chaque mois.", "le loyer du locataire"),
        ("ja", "賃借人は毎月賃料を支払う。", "賃料"),
        ("pl", "Najemca płaci czynsz co miesiąc.", "czynsz"),
    ],
)
def test_words_are_found_in_the_language_of_the_document(index, language, text, query):
    revision, other = index(text, language=language), index(*RULES)
    among = stems_of(terms(query), [language, "en"])
    assert query_terms(list(terms(query)), among.values())
    assert ranked([revision, other], query)[0] == text


def test_a_phrase_is_found_exactly(index):
    texts = ("The law of the State of Ohio governs.", "Ohio has a law of its own. The State pays.")
    revisions = [index(text) for text in texts]
    assert ranked(revisions, "", phrases=["State of Ohio"]) == [texts[0]]
    assert ranked(revisions, "", phrases=["state\u00a0of ohio"]) == [texts[0]]
    assert ranked(revisions, "", phrases=["Ohio State"]) == []
    assert ranked(revisions, "law", phrases=["State pays", "of its own"]) == [texts[1]]


def test_a_phrase_may_cross_the_end_of_a_passage(index):
    long = " ".join(f"Sentence {number} is about delivery of goods." for number in range(80))
    revision = index(f"{long} {long} The end")
    first = Passage.objects.get(revision=revision, order=0)
    crossing = "of goods. Sentence 25 is about"
    assert crossing not in first.text
    assert first.text in ranked([revision], "", phrases=[crossing])


def test_documents_with_an_excluded_word_are_left_out(index):
    rent, lease = index("The rent is due monthly."), index("The rent is due.", "The deposit is refundable.")
    assert len(ranked([rent, lease], "rent")) == 2
    assert ranked([rent, lease], "rent", excluded=["deposit"]) == ["The rent is due monthly."]
    assert ranked([rent, lease], "rent", excluded=["depos"]) != ["The rent is due monthly."]


def test_only_the_given_revisions_are_ranked(index):
    one, two = index(RULES[0]), index(RULES[1])
    assert ranked([one], "Rule 145(c)") == [RULES[0]]
    assert ranked([], "Rule 145(c)") == []
    assert ranked([two], "") == []


def test_the_number_of_queries_is_constant(index, django_assert_num_queries):
    revisions = [index(rule).pk for rule in RULES]
    rank(revisions, "underwriter")
    with django_assert_num_queries(4):
        rank(revisions, "a party to the transaction")
    with django_assert_num_queries(5):
        rank(revisions, "party", phrases=["the transaction"], excluded=["cake"])


def test_passages_without_vectors_are_found_by_words(index):
    revision = index(*RULES)
    revision.passages.first().vectors.all().delete()
    assert RULES[0] in " ".join(ranked([revision], "holder who sells securities is not an underwriter"))


def test_words_of_the_title_and_the_section_count_a_little(index):
    old = index("The rent is due monthly.", title="Lease of the old mill")
    new = index("The rent is due monthly.", title="Lease of the new barn")
    found = rank([old.pk, new.pk], "rent of the mill")
    assert Passage.objects.get(pk=next(iter(found))).revision == old


def test_terms_of_a_text():
    assert list(terms("Rule 145(c), ZX-4471 of 12/14/97: the tenant's 3.50 fee")) == [
        *("rule", "145", "zx", "4471", "of", "12", "14", "97", "the", "tenant", "3", "50", "fee"),
        *("145(c)", "zx-4471", "12/14/97", "3.50"),
    ]
    assert list(terms("賃料を")) == ["賃", "料", "を", "賃料", "料を"]
    assert words("ﬁnal Mid\u00adTier") == ["final", "midtier"]
    assert phrase_query("State of 'Ohio'") == "'state' <-> 'of' <-> 'ohio'"


def test_stop_words_have_no_stem_and_identifiers_are_their_own(db):
    assert stems_of(["the", "leases", "145(c)"], ["en", "de", "xx"]) == {
        "en": {"leases": "leas", "145(c)": "145(c)"},
        "de": {"the": "the", "leases": "leas", "145(c)": "145(c)"},
        "xx": {"the": "the", "leases": "leases", "145(c)": "145(c)"},
    }


def test_an_embedder_is_loaded_once():
    assert embedder_named(minilm.NAME) is embedder_named(minilm.NAME)
