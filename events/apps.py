"""The events application: outbox of changes, their recipients, and server-sent event streams."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"

    def ready(self) -> None:
        from events import outbox, sharing_events
        from events.models import Event
        from events.recipients import register_entity
        from tasks import housekeeping
        from users.sharing.models import Team
        from users.sharing.signals import access_changed, team_changed

        register_entity(Event.Entity.TEAM, Team)
        access_changed.connect(sharing_events.record_access_change, dispatch_uid="events.record_access_change")
        team_changed.connect(sharing_events.record_team_change, dispatch_uid="events.record_team_change")
        housekeeping.register(outbox.delete_expired, every=60)
        housekeeping.register(sharing_events.ExpiredShares().record, every=60)
