"""What operators can do to the runtime."""

from typing import Any, ClassVar

import graphene

from core.access.actors import require_staff
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from tasks.api import reading, requeueing
from tasks.api.staff_types import DeadLetter, Scheduler, SchedulerPolicy, TenantQueue
from tasks.operations import dead_letters, scheduler_settings


class _WishInput(graphene.InputObjectType):
    ids = graphene.List(graphene.NonNull(graphene.ID))
    all = graphene.Boolean()
    reason = graphene.String()
    since = graphene.DateTime()
    kind = graphene.String()
    code = graphene.String()


def _wish(values: dict[str, Any]) -> requeueing.Wish:
    return requeueing.Wish(**{**values, "ids": tuple(parse_key(key, "DeadLetter") for key in values.get("ids", ()))})


class RequeueDeadLettersInput(_WishInput):
    """Which ones: by id, by a filter, or all of them."""

    per_second = graphene.Float(description="how many become due in a second; 10 unless said otherwise")


class RequeueDeadLetters(Mutation):
    """Let failed jobs run again, the oldest failure first, one after another; 1,000 at once."""

    class Meta:
        input_type = RequeueDeadLettersInput

    refused: ClassVar[dict[str, object]] = {"requeued": 0, "remaining": 0}

    requeued = graphene.Int(required=True)
    remaining = graphene.Int(required=True, description="letters of the same wish that are still open")

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        require_staff(info.context.user)
        done = requeueing.requeue(_wish(values))
        return {"requeued": done.requeued, "remaining": done.remaining}


class DiscardDeadLetterInput(graphene.InputObjectType):
    """Which one."""

    id = graphene.ID(required=True)


class DiscardDeadLetter(Mutation):
    """Put a failed job aside; it stays failed."""

    class Meta:
        input_type = DiscardDeadLetterInput

    dead_letter = graphene.Field(DeadLetter)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        require_staff(info.context.user)
        key = parse_key(values["id"], "DeadLetter")
        dead_letters.discard(key)
        return {"dead_letter": reading.dead_letter(key)}


class DiscardDeadLettersInput(_WishInput):
    """Which ones: by id, by a filter, or all of them."""


class DiscardDeadLetters(Mutation):
    """Put failed jobs aside; they stay failed."""

    class Meta:
        input_type = DiscardDeadLettersInput

    refused: ClassVar[dict[str, object]] = {"discarded": 0}

    discarded = graphene.Int(required=True)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        require_staff(info.context.user)
        return {"discarded": requeueing.discard(_wish(values))}


class SetTenantQueueInput(graphene.InputObjectType):
    """Whose account, and what changes; the rest stays as it is.

    With the `version` that you have seen, nothing that was changed elsewhere is overwritten.
    """

    id = graphene.ID(required=True, description="the tenant's")
    version = graphene.String()
    cap = graphene.Int()
    no_cap = graphene.Boolean(description="take the cap away")
    rate = graphene.Int(description="jobs begun in a minute")
    no_rate = graphene.Boolean(description="take the rate away")
    weight = graphene.Float()
    paused = graphene.Boolean()
    retry_unknown = graphene.Boolean()


class SetTenantQueue(Mutation):
    """Change a tenant's cap, rate, weight or pause; it counts within a second."""

    class Meta:
        input_type = SetTenantQueueInput

    tenant_queue = graphene.Field(TenantQueue)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        require_staff(info.context.user)
        changes = {name: value for name, value in values.items() if name in scheduler_settings.TENANT_SETTINGS}
        changes |= {name: None for name in ("cap", "rate") if values.get(f"no_{name}")}
        key, expected = parse_key(values["id"], "Tenant"), values.get("version")
        return {"tenant_queue": scheduler_settings.set_tenant_queue(key, changes, expected=expected)}


class SetSchedulerInput(graphene.InputObjectType):
    """What changes; the rest stays as it is.

    With the `version` that you have seen, nothing that was changed elsewhere is overwritten.
    """

    version = graphene.String()
    policy = graphene.InputField(SchedulerPolicy)
    window = graphene.Int()
    high_share = graphene.Int()
    low_share = graphene.Int()
    max_stuck_streak = graphene.Int()


class SetScheduler(Mutation):
    """Change the rules by which jobs are given out."""

    class Meta:
        input_type = SetSchedulerInput

    scheduler = graphene.Field(Scheduler)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        require_staff(info.context.user)
        policy, expected = values.pop("policy", None), values.pop("version", None)
        return {
            "scheduler": scheduler_settings.set_scheduler(values, policy=policy and policy.value, expected=expected)
        }


class StaffMutations(graphene.ObjectType):
    """Fields of the root, for operators."""

    requeue_dead_letters = RequeueDeadLetters.field()
    discard_dead_letter = DiscardDeadLetter.field()
    discard_dead_letters = DiscardDeadLetters.field()
    set_tenant_queue = SetTenantQueue.field()
    set_scheduler = SetScheduler.field()
