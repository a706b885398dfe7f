"""Obligations: stored with the findings of an analyzer, listed by date, as a calendar, and at signed addresses."""

from datetime import date, timedelta
from time import sleep
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from graphql_relay import to_global_id
from icalendar import Calendar

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.errors import NotFound
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.services import analyze
from corpuses.annotations.models import Annotation
from corpuses.annotations.reviews import review_annotations
from corpuses.corpora.services import create_corpus, remove_documents
from corpuses.obligations import services
from corpuses.obligations.api.rest.calendar_feeds import path_of
from corpuses.obligations.api.selectors import BY_DATE, list_obligations
from corpuses.obligations.models import CalendarFeed, Obligation
from documents.models import Document
from documents.services.versions import choose_newest
from documents.tests.factories import publish
from tests.plain_job import PlainJob
from users.accounts.api_tokens import create_token, revoke_token
from users.accounts.models import ApiToken
from users.accounts.passwords import change_password
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db

PAGE = (
    "Invoices are paid within thirty (30) days after receipt.\n\nThis Agreement expires on 31 December 2025.\n\n"
    "Goods are delivered by 2 May 2025."
)


@pytest.fixture
def action(corpus):
    """Create an action that finds deadlines."""
    return CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Deadlines", analyzer="deadlines")


@pytest.fixture
def document(corpus, action, add_parsed):
    document = add_parsed(PAGE, title="Lease, north; “wing”")
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk)
    return document


@pytest.fixture
def feed(corpus, user, document):
    return services.create_calendar_feed(corpus, actor=user)


def listed(actor, corpus, **filters):
    return [(each.kind, each.due) for each in BY_DATE.apply(list_obligations(actor, corpus, **filters))]


def listed_rows(api, corpus, **filters):
    query = urlencode({name: str(value).lower() for name, value in filters.items()})
    return api.get(f"/api/v1/corpuses/{corpus.pk}/obligations?{query}").json()["results"]


def change(api, obligation, **fields):
    response = api.send("PATCH", f"/api/v1/obligations/{obligation}", fields)
    assert response.status_code == 200, response.content
    return response.json()


def read(client, path):
    response = client.get(path)
    assert response.status_code == 200, response.body
    assert response["Content-Type"].startswith("text/calendar")
    return Calendar.from_ical(response.body).walk("VEVENT")


def test_obligations_are_listed_by_date_those_without_one_last(user, corpus, document):
    # proves: S1-10
    assert listed(user, corpus) == [("delivery", date(2025, 5, 2)), ("term_end", date(2025, 12, 31)), ("payment", None)]
    assert listed(user, corpus, kind="payment") == [("payment", None)]
    assert listed(user, corpus, due__gte=date(2025, 6, 1)) == [("term_end", date(2025, 12, 31))]
    assert listed(user, corpus, due__lte=date(2025, 6, 1)) == [("delivery", date(2025, 5, 2))]
    assert listed(user, corpus, document=document.pk, review="accepted") == []


def test_a_second_run_adds_nothing(user, corpus, action, document):
    # proves: S1-14
    before = list(Obligation.objects.order_by("pk").values())
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk)
    assert list(Obligation.objects.order_by("pk").values()) == before


def test_a_run_that_computes_another_date_changes_it(user, corpus, action, document):
    Obligation.objects.filter(kind="term_end").update(due=date(1999, 1, 1))  # as an earlier version of the analyzer did
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk, settings_version=2)
    assert listed(user, corpus, kind="term_end") == [("term_end", date(2025, 12, 31))]


def test_words_that_a_user_has_labelled_already_are_an_obligation(user, corpus, action, document):
    found = Annotation.objects.get(label__name="Term end")
    Obligation.objects.all().delete()
    Annotation.objects.exclude(pk=found.pk).delete()
    Annotation.objects.filter(pk=found.pk).update(source="human", origin="", creator=user)
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk, settings_version=2)
    assert Obligation.objects.get(kind="term_end").annotation == found
    assert Obligation.objects.count() == 3


def test_obligations_are_those_of_the_newest_version_in_the_corpus(user, corpus, action, document, add_parsed):
    # proves: S1-10
    lineage = document.lineage
    newest = add_parsed("This Agreement expires on 30 June 2027.", title="Lease")
    Document.objects.filter(pk=newest.pk).update(lineage=lineage, version_number=2, superseded_by=document)
    newest.memberships.all().delete()
    choose_newest(lineage)
    assert listed(user, corpus) == []
    analyze(newest.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk)
    assert listed(user, corpus) == [("term_end", date(2027, 6, 30))]
    assert len(listed(user, corpus, document=document.pk)) == 3
    assert len(read(ApiClient(user), f"/api/v1/corpuses/{corpus.pk}/obligations/calendar")) == 1
    remove_documents(corpus, [newest], actor=user)
    assert listed(user, corpus) == []


def test_suggestions_whose_words_are_gone_are_no_obligations(user, corpus, document):
    accepted = Annotation.objects.filter(label__name="Term end")
    review_annotations(list(accepted), Annotation.Review.ACCEPTED, actor=user)
    publish(document, "Another text.")
    assert listed(user, corpus) == [("term_end", date(2025, 12, 31))]


def test_a_calendar_may_have_the_last_day_of_all(user, corpus, document):
    Obligation.objects.filter(kind="term_end").update(due=date.max)
    events = read(ApiClient(user), f"/api/v1/corpuses/{corpus.pk}/obligations/calendar?kind=term_end")
    assert [each["dtstart"].dt for each in events] == [date.max]


def test_rejected_suggestions_are_no_obligations_accepted_ones_are(user, corpus, document):
    payment, term_end = (Annotation.objects.get(label__name=name) for name in ("Payment due", "Term end"))
    review_annotations([payment], Annotation.Review.REJECTED, actor=user)
    review_annotations([term_end], Annotation.Review.ACCEPTED, actor=user)
    assert len(listed(user, corpus)) == 2
    assert listed(user, corpus, review="accepted") == [("term_end", date(2025, 12, 31))]
    assert listed(user, corpus, review="pending") == [("delivery", date(2025, 5, 2))]


def test_an_obligation_is_ticked_off_and_opened_again(api, user, corpus, document):
    first = listed_rows(api, corpus)[0]
    assert first["done"] is None
    done = change(api, first["id"], is_done=True)
    again = change(api, first["id"], is_done=True)
    assert done["done"] == again["done"] is not None
    assert [each["id"] for each in listed_rows(api, corpus, is_done=True)] == [first["id"]]
    assert len(listed_rows(api, corpus, is_done=False)) == 2
    entry = AuditEntry.objects.filter(action="corpus.obligation_changed").first()
    assert (entry.actor_id, entry.details) == (user.pk, {"is_done": True})
    assert change(api, first["id"], is_done=False)["done"] is None


def test_another_run_leaves_a_date_that_a_user_has_set(api, corpus, action, document):
    payment = Obligation.objects.get(kind="payment")
    assert change(api, payment.pk, due="2026-01-31")["due"] == "2026-01-31"
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk, settings_version=2)
    assert Obligation.objects.get(kind="payment").due == date(2026, 1, 31)
    assert Obligation.objects.count() == 3


def test_a_date_is_computed_again(api, corpus, action, document):
    term_end = Obligation.objects.get(kind="term_end")
    changed = change(api, term_end.pk, due="2026-01-31")
    assert (changed["due"], changed["computed_due"], changed["is_due_by_user"]) == ("2026-01-31", "2025-12-31", True)
    changed = change(api, term_end.pk, due=None)
    assert (changed["due"], changed["is_due_by_user"]) == ("2025-12-31", False)
    entry = AuditEntry.objects.filter(action="corpus.obligation_changed").first()
    assert entry.details == {"due": None}


def test_a_date_that_a_run_computes_meanwhile_is_that_to_which_it_is_reset(api, corpus, action, document):
    term_end = Obligation.objects.get(kind="term_end")
    change(api, term_end.pk, due="2026-01-31")
    Obligation.objects.filter(pk=term_end.pk).update(computed_due=None)  # by an earlier version of the analyzer
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk, settings_version=2)
    assert Obligation.objects.get(pk=term_end.pk).due == date(2026, 1, 31)
    query = """mutation ($id: ID!, $due: Date) { updateObligation(input: {id: $id, due: $due}) {
        obligation { due computedDue isDueByUser } errors { code } } }"""
    global_id = to_global_id("Obligation", str(term_end.pk))
    result = api.execute(query, {"id": global_id, "due": None})["updateObligation"]
    assert result["obligation"] == {"due": "2025-12-31", "computedDue": "2025-12-31", "isDueByUser": False}
    result = api.execute(query, {"id": global_id, "due": "2026-02-28"})["updateObligation"]
    assert result["obligation"]["due"] == "2026-02-28"
    result = api.execute(query, {"id": global_id})["updateObligation"]  # a variable that is absent
    assert (result["obligation"]["due"], result["errors"]) == ("2026-02-28", [])


def test_a_date_stored_by_an_older_server_is_that_to_which_it_is_reset(api, document):
    term_end = Obligation.objects.get(kind="term_end")
    Obligation.objects.filter(pk=term_end.pk).update(computed_due=None)  # as a server of 0062 stores it
    changed = change(api, term_end.pk, due="2026-01-31")
    assert changed["computed_due"] == "2025-12-31"
    assert change(api, term_end.pk, due=None)["due"] == "2025-12-31"


def test_without_a_computed_date_the_one_of_a_user_is_not_removed(api, document):
    payment = Obligation.objects.get(kind="payment")
    assert change(api, payment.pk, due=None)["due"] is None  # as it is
    change(api, payment.pk, due="2026-01-31")
    response = api.send("PATCH", f"/api/v1/obligations/{payment.pk}", {"due": None})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "no_computed_date")
    payment.refresh_from_db()
    assert (payment.due, payment.is_due_by_user) == (date(2026, 1, 31), True)


@pytest.mark.parametrize("value", [None, "", "2025-13-01", "two years"])
def test_a_value_that_is_no_date_leaves_the_date_open(value):
    assert services.due_dates([(0, 5, "Renewal", value)]) == [(0, 5, "Renewal", None)]
    assert services.due_dates([(0, 5, "Amount", "2025-01-01")]) == []


def test_the_calendar_has_what_has_a_date(user, corpus, document):
    path = f"/api/v1/corpuses/{corpus.pk}/obligations/calendar"
    delivery, term_end = read(ApiClient(user), path)
    assert delivery["dtstart"].dt == date(2025, 5, 2)
    assert (term_end.start, term_end.end) == (date(2025, 12, 31), date(2026, 1, 1))
    assert term_end["summary"] == "Term end: Lease, north; “wing”"
    annotation = Annotation.objects.get(label__name="Term end")
    assert "expires on 31 December 2025" in term_end["description"]
    assert f"/d/{document.pk}?c={corpus.pk}&a={annotation.pk}" in term_end["url"]
    assert [each["uid"] for each in read(ApiClient(user), f"{path}?kind=term_end")] == [term_end["uid"]]
    assert AuditEntry.objects.filter(action="corpus.obligations_exported", object_id=corpus.pk).exists()


def test_events_have_the_time_and_the_number_of_the_last_change(api, corpus, action, document):
    path = f"/api/v1/corpuses/{corpus.pk}/obligations/calendar?kind=term_end"
    term_end = Obligation.objects.get(kind="term_end")
    longer_ago = timezone.now() - timedelta(hours=1)
    Obligation.objects.filter(pk=term_end.pk).update(created=longer_ago)

    def read_state():
        (event,) = read(api, path)
        assert event["dtstamp"].dt >= event["last-modified"].dt
        return event["uid"], event["sequence"], event["last-modified"].dt

    def is_later(state, before):
        return state[0] == before[0] and state[1] > before[1] and state[2] > before[2]

    first = read_state()
    analyze(document.revision, "deadlines", corpus, job=PlainJob(), action_id=action.pk, settings_version=2)
    assert read_state() == first
    sleep(1.1)  # the times of iCalendar are in seconds
    change(api, term_end.pk, due="2026-01-31")
    dated = read_state()
    assert is_later(dated, first)
    sleep(1.1)
    change(api, term_end.pk, is_done=True)
    done = read_state()
    assert is_later(done, dated)
    sleep(1.1)
    Document.objects.filter(pk=document.pk).update(title="Another")
    assert is_later(read_state(), done)


def test_what_is_done_says_so_in_the_calendar(api, corpus, document):
    change(api, listed_rows(api, corpus)[0]["id"], is_done=True)
    delivery, term_end = read(api, f"/api/v1/corpuses/{corpus.pk}/obligations/calendar")
    assert delivery["categories"].to_ical() == b"Done"
    assert "categories" not in term_end


def test_a_corpus_without_obligations_has_an_empty_calendar(user):
    empty = create_corpus(owner=user, title="Empty")
    assert read(ApiClient(user), f"/api/v1/corpuses/{empty.pk}/obligations/calendar") == []


class TestFeeds:
    def test_the_address_works_without_signing_in_until_it_is_revoked(self, user, feed):
        path = path_of(feed)
        assert len(read(ApiClient(), path)) == 2
        services.delete_calendar_feed(feed, actor=user)
        assert ApiClient().get(path).status_code == 404
        assert [entry.action for entry in AuditEntry.objects.filter(object_kind="calendar_feed").order_by("id")] == [
            "calendar_feed.created",
            "calendar_feed.deleted",
        ]

    @pytest.mark.parametrize(("keep", "status"), [(True, 200), (False, 404)])
    def test_the_address_works_while_the_key_that_signed_it_is_known(self, feed, rotate_secret_key, keep, status):
        path = path_of(feed)
        rotate_secret_key(keep=keep)
        assert ApiClient().get(path).status_code == status
        assert ApiClient().get(path_of(feed)).status_code == 200

    @pytest.mark.parametrize("signature", ["", "0" * 64, "\u00e4"])
    def test_an_address_with_another_signature_is_like_one_of_no_feed(self, feed, signature):
        def error(key):
            response = ApiClient().get(reverse("feed-calendar", args=[key]), {"signature": signature})
            return response.status_code, response.json()["error"] | {"request_id": ""}

        assert error(feed.pk) == error(uuid4())
        assert error(feed.pk)[0] == 404

    def test_the_signature_of_another_feed_is_refused(self, corpus, user, feed):
        other = services.create_calendar_feed(corpus, actor=user)
        signature = path_of(other).partition("?")[2]
        assert ApiClient().get(f"{reverse('feed-calendar', args=[feed.pk])}?{signature}").status_code == 404

    def test_it_has_what_its_owner_sees_now(self, corpus, user, other_user, document):
        share = create_share(corpus, ShareRequest(user=other_user.username, role="viewer"), actor=user).share
        theirs = services.create_calendar_feed(corpus, actor=other_user)
        assert len(read(ApiClient(), path_of(theirs))) == 2
        share.delete()
        assert ApiClient().get(path_of(theirs)).status_code == 404

    def test_an_address_ends_with_the_token_that_created_it(self, user, corpus, document):
        token, text = create_token(owner=user, name="Calendar", scopes=["read", "write"])
        bearer = {"Authorization": f"Bearer {text}"}
        feeds = f"/api/v1/corpuses/{corpus.pk}/calendar-feeds"
        paths = [ApiClient().send("POST", feeds, {}, **bearer).json()["path"] for _ in range(2)]
        assert len(read(ApiClient(), paths[0])) == 2
        ApiToken.objects.filter(pk=token.pk).update(expires=timezone.now())
        assert ApiClient().get(paths[0]).status_code == 404
        ApiToken.objects.filter(pk=token.pk).update(expires=None)
        assert ApiClient().get(paths[0]).status_code == 200
        revoke_token(token.pk, owner=user)
        assert [ApiClient().get(path).status_code for path in paths] == [404, 404]

    @pytest.mark.parametrize(("revoke", "status"), [(False, 200), (True, 404)])
    def test_an_address_ends_with_the_tokens_of_its_user(self, user, feed, revoke, status):
        user.set_password("cobol-1959-rear")
        user.save()
        change_password(user, current="cobol-1959-rear", new="fortran-1957-front", revoke_api_tokens=revoke)
        assert ApiClient().get(path_of(feed)).status_code == status

    def test_the_address_of_a_user_who_may_not_sign_in_any_more_is_gone(self, user, feed):
        type(user).objects.filter(pk=user.pk).update(is_active=False)
        assert ApiClient().get(path_of(feed)).status_code == 404

    def test_users_see_and_revoke_their_own_only(self, user, other_user, corpus, feed):
        create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
        theirs = ApiClient(other_user)
        assert theirs.get(f"/api/v1/corpuses/{corpus.pk}/calendar-feeds").json()["results"] == []
        assert theirs.delete(f"/api/v1/calendar-feeds/{feed.pk}").status_code == 404
        assert CalendarFeed.objects.filter(pk=feed.pk).exists()

    def test_there_is_a_limit(self, user, corpus, monkeypatch):
        monkeypatch.setattr(services, "FEED_LIMIT", 1)
        services.create_calendar_feed(corpus, actor=user)
        with pytest.raises(services.TooManyCalendarFeeds):
            services.create_calendar_feed(corpus, actor=user)

    def test_who_does_not_see_the_corpus_gets_no_address(self, other_user, corpus):
        with pytest.raises(NotFound):
            services.create_calendar_feed(corpus, actor=other_user)
