"""Users see who else has a document open, if access was granted to them."""

from uuid import uuid4

import pytest

from core import redis_client
from core.access import Role
from core.errors import Invalid
from documents.models import Document, DocumentShare
from documents.services import presence
from documents.services.boxes import PageBox
from documents.services.presence import TokenRange, report_presence
from documents.tests.factories import parsed_document
from events import transient

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(user):
    return parsed_document(user, "The tenant pays rent.")


@pytest.fixture
def reader(document, other_user):
    DocumentShare.objects.create(target=document, user=other_user, role=Role.VIEWER, created_by=document.owner)
    return other_user


def names(users):
    return [(each.user.username, each.page) for each in users]


def test_users_see_the_pages_of_each_other(document, user, reader):
    assert report_presence(document, page=1, actor=user) == []
    assert names(report_presence(document, page=7, actor=reader)) == [(user.username, 1)]
    assert names(report_presence(document, page=2, actor=user)) == [(reader.username, 7)]
    other = parsed_document(user, "Another one.")
    assert report_presence(other, page=1, actor=user) == []


def test_users_see_the_selections_of_each_other_until_these_are_cleared(document, user, reader):
    report_presence(document, page=1, selection=[TokenRange(1, 0, 2)], actor=user)
    (present,) = report_presence(document, page=1, actor=reader)
    assert present.selection == ((1, 0, 2),)
    report_presence(document, page=1, actor=user)
    (present,) = report_presence(document, page=1, actor=reader)
    assert present.selection == ()


def test_users_see_the_boxes_of_each_other(document, user, reader, notified):
    report_presence(document, page=1, actor=reader)
    box = PageBox(1, 0.1, 0.2, 0.5, 0.25)
    report_presence(document, page=1, box=box, actor=user)
    report_presence(document, page=1, box=box, actor=user)  # nothing has changed
    assert notified == [{reader.pk}]
    (present,) = report_presence(document, page=1, actor=reader)
    assert present.box == box
    report_presence(document, page=1, actor=user)
    (present,) = report_presence(document, page=1, actor=reader)
    assert present.box is None


@pytest.mark.parametrize(
    "box", [(2, 0.1, 0.1, 0.2, 0.2), (0, 0.1, 0.1, 0.2, 0.2), (1, 0.2, 0.1, 0.2, 0.2), (1, 0.1, 0.1, 0.2, 1.1)]
)
def test_boxes_that_are_not_on_a_page_are_refused(document, user, box):
    with pytest.raises(Invalid):
        report_presence(document, page=1, box=PageBox(*box), actor=user)


def test_windows_of_a_user_count_by_themselves(document, user, reader):
    first, second = uuid4(), uuid4()

    def seen():
        return names(report_presence(document, page=1, actor=reader))

    report_presence(document, page=3, window=first, actor=user)
    report_presence(document, page=8, window=second, actor=user)
    assert seen() == [(user.username, 8)]
    report_presence(document, page=3, window=first, actor=user)  # it has not moved
    assert seen() == [(user.username, 8)]
    report_presence(document, page=4, window=first, actor=user)
    assert seen() == [(user.username, 4)]
    assert names(report_presence(document, page=4, window=first, closed=True, actor=user)) == [(reader.username, 1)]
    assert seen() == [(user.username, 8)]
    report_presence(document, page=8, window=second, closed=True, actor=user)
    assert seen() == []


def test_others_are_notified_when_a_window_is_closed(document, user, reader, notified):
    window = uuid4()
    report_presence(document, page=1, actor=reader)
    report_presence(document, page=1, window=window, actor=user)
    report_presence(document, page=1, window=window, closed=True, actor=user)
    report_presence(document, page=1, window=window, closed=True, actor=user)  # a repeated report changes nothing
    assert notified == [{reader.pk}, {reader.pk}]


@pytest.fixture
def notified(monkeypatch):
    """Record the users that are notified."""
    calls = []
    monkeypatch.setattr(transient, "publish", lambda *_, users, **__: calls.append(set(users)))
    return calls


def test_others_are_notified_of_changes_only(document, user, reader, notified):
    report_presence(document, page=1, actor=user)
    report_presence(document, page=1, selection=[TokenRange(1, 0, 2)], actor=user)
    assert notified == []  # the user is alone
    report_presence(document, page=1, actor=reader)
    assert notified == [{user.pk}]
    for _ in range(2):
        report_presence(document, page=1, selection=[TokenRange(1, 1, 2)], actor=user)
    assert notified == [{user.pk}, {reader.pk}]


WRONG_SELECTIONS = {
    "beyond the document": [TokenRange(2, 0, 1)],
    "last before first": [TokenRange(1, 2, 1)],
    "negative": [TokenRange(1, -1, 1)],
    "a page twice": [TokenRange(1, 0, 0), TokenRange(1, 2, 2)],
    "too many pages": [TokenRange(page, 0, 0) for page in range(1, 7)],
}


@pytest.mark.parametrize("selection", WRONG_SELECTIONS.values(), ids=WRONG_SELECTIONS)
def test_selections_are_checked(document, user, selection):
    with pytest.raises(Invalid) as caught:
        report_presence(document, page=1, selection=selection, actor=user)
    assert caught.value.field == "selection"


def test_pages_of_a_selection_are_in_their_order(document, user):
    document.page_count = 3
    report_presence(document, page=1, selection=[TokenRange(1, 4, 9), TokenRange(2, 0, 1)], actor=user)
    with pytest.raises(Invalid):
        report_presence(document, page=1, selection=[TokenRange(2, 0, 1), TokenRange(1, 4, 9)], actor=user)


def test_users_are_forgotten_after_a_while(document, user, reader, monkeypatch):
    report_presence(document, page=1, actor=user)
    later = presence.time.time() + 60
    monkeypatch.setattr(presence.time, "time", lambda: later)
    assert report_presence(document, page=7, actor=reader) == []


def test_windows_that_were_never_closed_are_removed(document, user, reader, monkeypatch):
    def windows():
        return redis_client.client().hlen(redis_client.key("windows-of-users", str(document.pk)))

    for page in range(presence.MAX_WINDOWS + 5):
        report_presence(document, page=page + 1, window=uuid4(), actor=user)
    assert windows() == presence.MAX_WINDOWS
    later = presence.time.time() + 60
    monkeypatch.setattr(presence.time, "time", lambda: later)
    report_presence(document, page=1, actor=reader)
    assert windows() == 1


def test_readers_of_public_documents_do_not_see_each_other(document, user, other_user):
    Document.objects.update(is_public=True)
    report_presence(document, page=1, selection=[TokenRange(1, 0, 2)], actor=user)
    assert report_presence(document, page=2, actor=other_user) == []
    assert report_presence(document, page=1, actor=user) == []


def test_no_one_is_shown_while_redis_is_unavailable(document, user, reader, settings):
    report_presence(document, page=1, actor=reader)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert report_presence(document, page=1, actor=user) == []


def test_page_is_checked(api, document):
    path = f"/api/v1/documents/{document.pk}/presence"
    assert api.put(path, {"page": 3}, content_type="application/json").json() == {"users": []}
    assert api.put(path, {"page": 0}, content_type="application/json").status_code == 400


SPAN = {"page": 1, "first": 0, "last": 2}
REPORT = """mutation($input: ReportPresenceInput!) { reportPresence(input: $input) {
    users { user { username } page selection { page first last } } errors { code field } } }"""


def report_in_graphql(api, document, selection):
    return api.graphql(REPORT, {"input": {"documentId": str(document.pk), "page": 1, "selection": selection}}).data[
        "reportPresence"
    ]


def test_rest_and_graphql_return_the_same_selection(api, other_api, document, user, reader):
    path = f"/api/v1/documents/{document.pk}/presence"
    assert report_in_graphql(api, document, [SPAN]) == {"users": [], "errors": []}
    present = other_api.put(path, {"page": 1, "selection": [SPAN]}, content_type="application/json").json()["users"]
    assert [(each["user"]["username"], each["selection"]) for each in present] == [(user.username, [SPAN])]
    found = report_in_graphql(api, document, [])["users"]
    assert found == [{"user": {"username": reader.username}, "page": 1, "selection": [SPAN]}]


def test_rest_and_graphql_return_the_same_box(api, other_api, document, reader):
    path, box = (
        f"/api/v1/documents/{document.pk}/presence",
        {"page": 1, "left": 0, "top": 0.1, "right": 0.5, "bottom": 1},
    )
    query = """mutation($input: ReportPresenceInput!) { reportPresence(input: $input) {
        users { box { page left top right bottom } } errors { code field } } }"""
    about = {"documentId": str(document.pk), "page": 1}
    assert other_api.put(path, {"page": 1, "box": box}, content_type="application/json").status_code == 200
    assert api.put(path, {"page": 1}, content_type="application/json").json()["users"][0]["box"] == box
    report = api.graphql(query, {"input": {**about, "box": box}}).data["reportPresence"]
    assert report == {"users": [{"box": box}], "errors": []}
    found = other_api.put(path, {"page": 1, "box": None}, content_type="application/json").json()["users"]
    assert found[0]["box"] == box
    wrong = {**box, "right": 0}
    assert api.put(path, {"page": 1, "box": wrong}, content_type="application/json").status_code == 400
    refused = api.graphql(query, {"input": {**about, "box": wrong}}).data["reportPresence"]
    assert refused["errors"] == [{"code": "invalid", "field": "box"}]


def test_wrong_selections_have_the_same_code_in_rest_and_graphql(api, document):
    path, wrong = f"/api/v1/documents/{document.pk}/presence", [{"page": 1, "first": 2, "last": 0}]
    response = api.put(path, {"page": 1, "selection": wrong}, content_type="application/json")
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid")
    assert report_in_graphql(api, document, wrong)["errors"] == [{"code": "invalid", "field": "selection"}]
    assert api.put(path, {"page": 1, "selection": [SPAN] * 6}, content_type="application/json").status_code == 400
