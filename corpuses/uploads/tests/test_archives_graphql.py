"""Archives in GraphQL: the same results as in REST, the same visibility, a constant number of queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.corpora.folders import create_folder
from corpuses.corpora.services import create_corpus
from corpuses.models import Archive, ArchiveEntry, CorpusShare
from corpuses.uploads import archives
from documents.tests.factories import parsed_document
from tasks.runtime import queue

pytestmark = pytest.mark.django_db

ARCHIVE = """id uuid filename size state entryCount counts { added existing skipped refused }
  corpus { title } folder { path } job { kind subjectTitle } error { code message } finished
  entries(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    edges { node { number path size state document { title } error { code message } } } }"""
ARCHIVES = f"""query ($id: ID!, $first: Int, $after: String) {{ corpus(id: $id) {{
  archives {{ totalCount edges {{ node {{ {ARCHIVE} }} }} }} }} }}"""
OF_ALL = f"""query ($first: Int = 4, $after: String) {{ corpuses(first: 10) {{ edges {{ node {{
  archives(first: 10) {{ totalCount edges {{ node {{ {ARCHIVE} }} }} }} }} }} }} }}"""
NODE = "query ($id: ID!) { node(id: $id) { ... on Archive { filename entries { totalCount } } } }"
STATES = ("added", "existing", "skipped", "refused")


def archived(owner, corpus, *, name="leases.zip", folder=None):
    """Upload and unpack an archive with an entry of each kind."""
    archive = Archive.objects.create(
        corpus=corpus, owner=owner, upload=corpus.pk, filename=name, size=3 << 30, folder=folder, state="done",
        entry_count=4,
    )  # fmt: skip
    job = queue.enqueue(
        archives.UNPACK, args={"archive_id": str(archive.pk)}, tenant_id=owner.tenant_id, owner_id=owner.pk,
        subject_id=archive.pk, subject_title=name,
    )  # fmt: skip
    Archive.objects.filter(pk=archive.pk).update(job=job)
    for number, state in enumerate(STATES):
        document = parsed_document(owner, "Words.", title=f"{name} {number}") if number < 2 else None
        wrong = {"code": "empty_file", "message": "The file is empty."} if state == "refused" else {}
        ArchiveEntry.objects.create(
            archive=archive,
            number=number,
            path=f"in/{number}.txt",
            size=number,
            state=state,
            document=document,
            **wrong,
        )
    return archive


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Contracts")


@pytest.fixture
def archive(user, corpus):
    return archived(user, corpus, folder=create_folder(corpus, name="in", actor=user))


def listed(client, corpus, **variables):
    return client.execute(ARCHIVES, {"id": str(corpus.pk), **variables})["corpus"]["archives"]


def test_graphql_returns_the_same_archive_as_rest(api, corpus, archive):
    (edge,) = listed(api, corpus)["edges"]
    node = edge["node"]
    rest = api.send("GET", f"/api/v1/corpuses/{corpus.pk}/archives/{archive.pk}").json()
    names = ("uuid", "filename", "size", "entryCount", "counts", "finished", "error")
    assert [node[name] for name in names] == [
        rest[name] for name in ("id", "filename", "size", "entries", "counts", "finished", "error")
    ]
    assert (node["state"], node["corpus"], node["folder"]) == ("DONE", {"title": "Contracts"}, {"path": "in"})
    assert node["job"] == {"kind": archives.UNPACK, "subjectTitle": "leases.zip"}
    entries = [each["node"] for each in node["entries"]["edges"]]
    lines = api.send("GET", f"/api/v1/corpuses/{corpus.pk}/archives/{archive.pk}/entries").json()["results"]
    assert [[each[name] for name in ("number", "path", "size", "error")] for each in entries] == [
        [each[name] for name in ("number", "path", "size", "error")] for each in lines
    ]
    assert [each["state"] for each in entries] == ["ADDED", "EXISTING", "SKIPPED", "REFUSED"]
    assert [each["document"] and each["document"]["title"] for each in entries] == [
        "leases.zip 0", "leases.zip 1", None, None,
    ]  # fmt: skip


def test_entries_are_returned_in_pages(api, corpus, archive):
    pages, after = [], None
    while True:
        (edge,) = listed(api, corpus, first=3, after=after)["edges"]
        page = edge["node"]["entries"]
        pages.append([each["node"]["number"] for each in page["edges"]])
        after = page["pageInfo"]["endCursor"]
        assert page["totalCount"] == 4
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert pages == [[0, 1, 2], [3]]


def test_a_failed_archive_has_an_error(api, corpus, archive):
    Archive.objects.update(state="failed", error_code="invalid_archive", error_message="It is no ZIP file.")
    (edge,) = listed(api, corpus)["edges"]
    assert (edge["node"]["state"], edge["node"]["error"]["code"]) == ("FAILED", "invalid_archive")


def test_archives_are_visible_only_to_their_owner(other_user, other_api, anonymous_api, user, corpus, archive):
    # proves: S3-8
    key = {"id": str(archive.pk)}
    assert other_api.graphql(NODE, key).codes == ["not_found"]
    assert anonymous_api.graphql(NODE, key).codes == ["not_authenticated"]
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
    assert listed(other_api, corpus)["totalCount"] == 0
    assert other_api.graphql(NODE, key).codes == ["not_found"]
    theirs = archived(other_user, corpus, name="theirs.zip")
    assert [edge["node"]["filename"] for edge in listed(other_api, corpus)["edges"]] == ["theirs.zip"]
    CorpusShare.objects.all().delete()
    assert other_api.graphql(NODE, {"id": str(theirs.pk)}).codes == ["not_found"]  # the corpus is not visible


def test_archives_of_a_public_corpus_stay_private(anonymous_api, corpus, archive):
    type(corpus).objects.update(is_public=True)
    assert listed(anonymous_api, corpus) == {"totalCount": 0, "edges": []}


def test_the_number_of_queries_does_not_depend_on_the_number_of_archives(api, user, corpus, archive):
    counts = []
    for number in range(3):
        with CaptureQueriesContext(connection) as queries:
            api.execute(OF_ALL)
        counts.append(len(queries))
        other = create_corpus(owner=user, title=f"Corpus {number}")
        for name in ("a.zip", "b.zip"):
            archived(user, other, name=f"{number}{name}")
            archived(user, corpus, name=f"again {number}{name}")
    assert counts[1] == counts[2]
    assert counts[2] <= 14
