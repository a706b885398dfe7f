"""Storage quotas of tenants. Every document counts with its size, even if its blob is shared."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q, Sum

from core.access import require_unlimited
from documents.errors import QuotaExceeded, TooManyDocuments
from documents.models import Document, Upload
from users.models import Tenant, User


@dataclass(frozen=True, slots=True)
class Limits:
    """The quota of a tenant; `None` means no limit."""

    bytes: int | None
    documents: int | None


@dataclass(frozen=True, slots=True)
class TypeUsage:
    """The storage that documents of one MIME type use."""

    mime_type: str
    bytes: int
    documents: int


@dataclass(frozen=True, slots=True)
class Usage:
    """The storage that a tenant uses. `pending` is reserved for unfinished uploads."""

    bytes: int
    bin_bytes: int  # of these, by documents in the bin
    documents: int
    pending: int
    by_type: tuple[TypeUsage, ...]
    limits: Limits

    @property
    def room(self) -> int | None:
        """Bytes that can still be uploaded."""
        return None if self.limits.bytes is None else max(0, self.limits.bytes - self.bytes - self.pending)

    @property
    def room_documents(self) -> int | None:
        """Documents that can still be created."""
        return None if self.limits.documents is None else max(0, self.limits.documents - self.documents)


def usage_of(tenant_id: UUID) -> Usage:
    """Return the usage of a tenant; three queries."""
    rows = Document.with_deleted.filter(tenant=tenant_id).values("mime_type").order_by("mime_type")
    in_bin = Sum("blob__size", filter=Q(deleted_at__isnull=False), default=0)
    counted = list(rows.annotate(bytes=Sum("blob__size"), in_bin=in_bin, documents=Count("pk")))
    by_type = tuple(TypeUsage(row["mime_type"], row["bytes"], row["documents"]) for row in counted)
    coming = Upload.objects.filter(tenant=tenant_id, state__in=[Upload.State.RECEIVING, Upload.State.HELD])
    return Usage(
        bytes=sum(each.bytes for each in by_type),
        bin_bytes=sum(row["in_bin"] for row in counted),
        documents=sum(each.documents for each in by_type),
        pending=coming.aggregate(total=Sum("length"))["total"] or 0,
        by_type=by_type,
        limits=limits_of(tenant_id),
    )


def own_usage(user: User) -> Usage:
    """Return what a user uses; raise `TokenLimited` for tokens that must not learn of all their documents."""
    require_unlimited(user)
    return usage_of(user.tenant_id)


def limits_of(tenant_id: UUID) -> Limits:
    """Return the limits of the tenant, else of the installation."""
    own = Tenant.objects.only("quota_bytes", "quota_documents").get(pk=tenant_id)
    size = settings.UPLOAD_QUOTA_BYTES if own.quota_bytes is None else own.quota_bytes
    documents = settings.UPLOAD_QUOTA_DOCUMENTS if own.quota_documents is None else own.quota_documents
    return Limits(size or None, documents or None)


@dataclass(slots=True)
class Room:
    """The quota that documents which are about to be created take from."""

    limits: Limits
    bytes: int = 0
    documents: int = 0

    def take(self, size: int) -> None:
        """Raise `QuotaExceeded` or `TooManyDocuments` unless another document of `size` bytes fits."""
        _require(self.limits, size, self.bytes, self.documents)
        self.bytes += size
        self.documents += 1


def room_of(tenant_id: UUID) -> Room:
    """Return what a tenant uses of its quota; at most two queries."""
    limits = limits_of(tenant_id)
    if limits == Limits(None, None):
        return Room(limits)
    rows = Document.with_deleted.filter(tenant=tenant_id)
    return Room(limits, **rows.aggregate(bytes=Sum("blob__size", default=0), documents=Count("pk")))


def require_room_for_upload(tenant_id: UUID, size: int) -> None:
    """Check the quota for a new upload, including the bytes reserved for others. Takes the lock."""
    lock_quota(tenant_id)
    usage = usage_of(tenant_id)
    _require(usage.limits, size, usage.bytes, usage.documents, pending=usage.pending)


def lock_quota(tenant_id: UUID) -> None:
    """Serialize transactions that add documents of a tenant, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(4712, hashtext(%s))", [str(tenant_id)])


def _require(limits: Limits, size: int, used_bytes: int, used_documents: int, *, pending: int = 0) -> None:
    if limits.documents is not None and used_documents >= limits.documents:
        raise TooManyDocuments(quota="documents", limit=limits.documents, used=used_documents)
    if limits.bytes is not None and used_bytes + pending + size > limits.bytes:
        raise QuotaExceeded(quota="bytes", limit=limits.bytes, used=used_bytes, pending=pending, wanted=size)
