"""The promises of delivery, as Celery itself reads them."""

from celery import current_app


# proves: S1-12
def test_messages_are_acknowledged_late_and_requeued_when_a_process_dies():
    assert current_app.conf.task_acks_late is True
    assert current_app.conf.task_reject_on_worker_lost is True
    assert current_app.conf.worker_prefetch_multiplier == 1


# proves: S1-13 X-14
def test_an_unacknowledged_message_is_hidden_for_twelve_hours():
    assert current_app.conf.broker_transport_options["visibility_timeout"] == 12 * 60 * 60


def test_only_json_is_accepted():
    assert current_app.conf.accept_content == ["json"]


def test_task_events_are_off_by_default():
    assert current_app.conf.worker_send_task_events is False
