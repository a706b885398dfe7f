"""One GraphQL operation opens a document: details, first pages, personal corpus, annotations of the corpus to show."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus, personal_corpus
from documents.models import DocumentRevision
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.runtime import queue
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db

# `corpusId` is the corpus in the page's URL, if there is one. The annotations are those of `selectedCorpus`: the
# requested corpus if it contains the document, else the personal corpus of the user if that does, else the first.
OPEN_DOCUMENT = """query OpenDocument($id: ID!, $corpusId: ID) {
  document(id: $id) {
    id uuid title filename mimeType typeName size state backendLock language pageCount created version revision
    thumbnailUrl fileUrl pdfUrl damage scan isScanMissing path parent { uuid title } attachmentCount
    isPublic myPermissions owner { username name } failure { code message } warnings { code message }
    ocrPageCount ocrEngines confidence downloads { format url } properties { name value }
    parsers { name version isDefault } provenance { parser parserVersion published isOutdated }
    outline { title level page } links { page box target }
    corpuses { id uuid title isPersonal owner { username name } myPermissions }
    jobs {
      uuid kind title state status progress message reason waiting due cancelRequested started finished
      error { code message } steps { name state durationMs error { code message } }
    }
    pageColumns { numbers labels widths heights tokenCounts textStarts textEnds tokensUrls }
    selectedCorpus(corpusId: $corpusId) { uuid }
    annotations(corpusId: $corpusId, first: 200) {
      pageInfo { hasNextPage endCursor }
      edges { node {
        uuid page quote note version source created creator { username name } label { id name color }
        spans { page first last }
      } }
    }
  }
  me { id username name personalCorpus { uuid title myPermissions } }
}"""

MAX_QUERIES = 10  # including the session and the user; jobs that have not finished need two more


@pytest.fixture
def document(user):
    document = parsed_document(user, "The tenant pays rent.", "Second page.", title="Lease")
    DocumentRevision.objects.filter(document=document).update(
        properties={"author": "Ada"}, outline=[["Rent", 1, 2]], links=[[1, [0.0, 0.0, 9.0, 9.0], "#2"]]
    )
    return document


@pytest.fixture
def corpora(user, document):
    personal = personal_corpus(user)
    other = create_corpus(owner=user, title="Leases")
    for corpus in (personal, other):
        add_documents(corpus, [document], actor=user)
    return personal, other


@pytest.fixture
def annotations(user, document, corpora):
    personal, other = corpora
    for corpus, label, start in (
        (personal, "Party", 4),
        (personal, "Duty", 11),
        (other, "Rent", 16),
        (personal, "Article", 0),
    ):
        draft = AnnotationDraft(label_name=label, start=start, end=start + 4)
        annotate(draft, corpus=corpus, document=document, actor=user)


def labels(data):
    return [edge["node"]["label"]["name"] for edge in data["document"]["annotations"]["edges"]]


def test_opening_a_document_takes_one_operation_of_few_queries(api, document, corpora, annotations):
    queue.cancel_all(list(Job.objects.values_list("pk", flat=True)))
    api.execute(OPEN_DOCUMENT, {"id": str(document.pk)})  # recorded in the audit log after the response, once an hour
    with CaptureQueriesContext(connection) as captured:
        data = api.execute(OPEN_DOCUMENT, {"id": str(document.pk)})
    opened = data["document"]
    assert (opened["title"], opened["attachmentCount"], opened["properties"]) == (
        "Lease", 0, [{"name": "author", "value": "Ada"}],
    )  # fmt: skip
    assert (opened["outline"], opened["links"][0]["target"]) == ([{"title": "Rent", "level": 1, "page": 2}], "#2")
    assert opened["pageColumns"]["numbers"] == [1, 2]
    assert data["me"]["personalCorpus"]["uuid"] == opened["selectedCorpus"]["uuid"] == str(corpora[0].pk)
    assert len(opened["corpuses"]) == 2
    assert labels(data) == ["Article", "Party", "Duty"]
    assert len(captured) <= MAX_QUERIES, "\n".join(query["sql"][:110] for query in captured)


def test_the_requested_corpus_is_shown(api, document, corpora, annotations):
    data = api.execute(OPEN_DOCUMENT, {"id": str(document.pk), "corpusId": str(corpora[1].pk)})
    assert data["document"]["selectedCorpus"] == {"uuid": str(corpora[1].pk)}
    assert labels(data) == ["Rent"]


def test_a_requested_corpus_without_the_document_is_ignored(api, user, document, corpora, annotations):
    empty = create_corpus(owner=user, title="Empty")
    data = api.execute(OPEN_DOCUMENT, {"id": str(document.pk), "corpusId": str(empty.pk)})
    assert data["document"]["selectedCorpus"] == {"uuid": str(corpora[0].pk)}


def test_a_document_in_no_corpus_has_no_annotations(api, document):
    data = api.execute(OPEN_DOCUMENT, {"id": str(document.pk)})
    assert (data["document"]["selectedCorpus"], labels(data)) == (None, [])


def test_another_user_sees_the_annotations_of_the_shared_corpus_only(other_api, user, document, corpora, annotations):
    create_share(corpora[1], ShareRequest(role="viewer", user="eve"), actor=user)
    data = other_api.execute(OPEN_DOCUMENT, {"id": str(document.pk), "corpusId": str(corpora[0].pk)})
    assert data["document"]["selectedCorpus"] == {"uuid": str(corpora[1].pk)}
    assert (labels(data), data["document"]["owner"]["username"]) == (["Rent"], "ada")
