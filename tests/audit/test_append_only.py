"""Entries cannot be changed or deleted, also with SQL; retention and deleted accounts are the exceptions."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from audit import retention
from audit.actions import Action
from audit.log import record
from audit.models import AuditEntry
from core.db.ids import first_uuid7, uuid7
from users.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(user) -> AuditEntry:
    record(Action.PROFILE_CHANGED, user, actor=user)
    return AuditEntry.objects.get(action=Action.PROFILE_CHANGED)


def _old(days: int, **columns) -> AuditEntry:
    moment = timezone.now() - timedelta(days=days)
    values = {"action": "user.signed_in", "outcome": "success", "interface": "rest", "credential": "none"}
    entry = AuditEntry(id=first_uuid7(moment), object_kind="user", **(values | columns))
    AuditEntry.objects.bulk_create([entry])
    with connection.cursor() as cursor:
        cursor.execute("alter table audit_auditentry disable trigger audit_append_only")
        cursor.execute("update audit_auditentry set created = %s where id = %s", [moment, entry.pk])
        cursor.execute("alter table audit_auditentry enable trigger audit_append_only")
    return entry


@pytest.mark.parametrize(
    "statement",
    [
        "update audit_auditentry set actor_id = gen_random_uuid()",
        "update audit_auditentry set address = null, user_agent = ''",
        "update audit_auditentry set details = '{}' || '{\"x\": 1}'::jsonb",
        "delete from audit_auditentry",
        "truncate audit_auditentry",
        "set local cartulary.audit_retention = 'on'; delete from audit_auditentry",
    ],
)
def test_sql_cannot_change_entries(entry, statement):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


def test_the_application_cannot_either(entry):
    entry.action = "user.signed_in"
    for attempt in (entry.save, entry.delete, AuditEntry.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            attempt()


def test_retention_deletes_what_is_older(entry, settings):
    settings.AUDIT_DAYS = 365
    expired, kept = _old(366), _old(364)
    assert retention.delete_expired() == 1
    assert set(AuditEntry.objects.filter(pk__in=[expired.pk, kept.pk, entry.pk])) == {kept, entry}
    settings.AUDIT_DAYS = 0
    assert retention.delete_expired() == 0


def test_thirty_days_are_kept_whatever_the_setting(settings):
    settings.AUDIT_DAYS = 1
    _old(29)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        retention.delete_expired()


def test_of_a_deleted_account_its_id_remains():
    leaver = User.objects.create_user("leaver", "leaver@example.org", "correct horse")
    columns = {"address": "192.0.2.7", "user_agent": "Mozilla/5.0"}
    own = _old(3, actor_id=leaver.pk, owner_id=leaver.pk, **columns)
    failed = _old(2, actor_id=None, owner_id=leaver.pk, **columns)
    other = _old(1, actor_id=uuid7(), owner_id=leaver.pk, **columns)
    key = leaver.pk
    leaver.delete()
    erased = AuditEntry.objects.filter(pk__in=[own.pk, failed.pk]).values_list("address", "user_agent")
    assert list(erased) == [(None, "")] * 2
    other.refresh_from_db()
    assert other.address == "192.0.2.7"
    deletion = AuditEntry.objects.get(action=Action.USER_DELETED)
    assert (deletion.object_id, deletion.address) == (key, None)
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from audit_auditentry where audit_auditentry::text like '%%leaver%%'")
        assert cursor.fetchone() == (0,)
