"""Housekeeping of workers."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tasks.apps import delete_expired_sessions


@pytest.mark.django_db
def test_only_expired_sessions_are_deleted():
    now = timezone.now()
    for key, expires in {"old": now - timedelta(seconds=1), "new": now + timedelta(days=1)}.items():
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    delete_expired_sessions()
    assert [session.pk for session in Session.objects.all()] == ["new"]
