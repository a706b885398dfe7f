"""Admin pages of documents, parsers and stored files. Parse results are read-only."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin, TabularInline
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.errors import DomainError
from documents.api.rest.content import send_blob
from documents.api.upload_handler import too_large
from documents.models import Blob, Document, DocumentRevision, ParserChoice
from documents.pipeline import registry
from documents.services import deletion, lifecycle, reprocessing
from documents.services.uploads import upload_document
from documents.storage.blobs import BlobWriter, ReceivedFile
from users.models import User

# Django's admin classes take no type arguments when the program runs.
if TYPE_CHECKING:
    _Blobs = ModelAdmin[Blob]
    _ChoiceForm = forms.ModelForm[ParserChoice]
    _Choices = ModelAdmin[ParserChoice]
    _Documents = ModelAdmin[Document]
    _Revisions = TabularInline[DocumentRevision, Document]
else:
    _ChoiceForm = forms.ModelForm
    _Blobs = _Choices = _Documents = ModelAdmin
    _Revisions = TabularInline


_REVISION = ("number", "parser", "parser_version", "page_count", "language", "published", "warnings")


class UploadForm(forms.Form):
    """The form to upload a document."""

    file = forms.FileField(allow_empty_file=True)  # the service reports empty files
    owner = forms.ModelChoiceField(User.objects.all())
    title = forms.CharField(required=False, max_length=300, help_text="default: the file name")


class RevisionInline(_Revisions):
    """The revisions of a document."""

    model = DocumentRevision
    fk_name = "document"
    fields = readonly_fields = _REVISION
    extra = 0
    can_delete = False
    ordering = ["-number"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[DocumentRevision]:
        return super().get_queryset(request).defer("text")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Document)
class DocumentAdmin(_Documents):
    """Uploads and deletes with the services, so that stored files are handled, too."""

    list_display = ["title", "owner", "state", "page_count", "language", "created", "jobs", "file"]
    list_filter = ["state", "mime_type", "language", ("owner", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["owner"]
    list_per_page = 50
    search_fields = ["title", "filename", "blob__sha256", "id"]
    search_help_text = "Title, file name, SHA-256 or id"
    date_hierarchy = "created"
    ordering = ["-id"]
    show_full_result_count = False
    inlines = [RevisionInline]
    actions = ["process_again", "process_outdated_again"]
    fieldsets = [
        (None, {"fields": ["title", "is_public", "jobs", "file"]}),
        ("State", {"fields": ["state", "backend_lock", "failure_code", "failure_message"]}),
        ("Times", {"fields": ["created", "processing_started", "processing_finished"]}),
        ("File", {"fields": ["filename", "mime_type", "size", "blob_id", "page_count", "language"]}),
        ("Owner", {"fields": ["id", "owner", "tenant", "lineage"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        return super().get_queryset(request).select_related("blob", "owner", "tenant")

    def get_readonly_fields(self, request: HttpRequest, obj: Document | None = None) -> list[str]:
        shown = [name for _, options in self.fieldsets for name in options["fields"]]
        return [str(name) for name in shown if name not in {"title", "is_public"}]

    @admin.display(description="jobs")
    def jobs(self, document: Document) -> SafeString:
        query = urlencode({"subject_id": document.pk})
        return format_html('<a href="{}?{}">jobs</a>', reverse("admin:tasks_job_changelist"), query)

    @admin.display(description="file")
    def file(self, document: Document) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("admin:document_file", args=[document.pk]), document.filename)

    @admin.display(description="size")
    def size(self, document: Document) -> str:
        return f"{document.blob.size:,} bytes"

    @admin.display(description="SHA-256")
    def blob_id(self, document: Document) -> str:
        return document.blob_id

    @admin.action(description="Process again", permissions=["change"])
    def process_again(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        """Start jobs that belong to the owners of the documents."""
        started = 0
        for document in documents.select_related("owner"):
            try:
                lifecycle.retry_document(document, actor=document.owner)
            except DomainError as error:
                self.message_user(request, f"{document}: {error.message}", messages.WARNING)
            else:
                started += 1
        self.message_user(request, f"{started} documents are processed again.")

    @admin.action(description="Process again if the parser has a newer version", permissions=["change"])
    def process_outdated_again(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        """Start jobs with low priority; for all documents, use the command `reprocess`."""
        done = reprocessing.reprocess(documents)
        self.message_user(request, f"{done.started} documents are processed again, {done.left} remain.")

    def get_urls(self) -> list[URLPattern]:
        # The public URL is for users who can view the document; staff need not be among them.
        file = path("<uuid:key>/file/", self.admin_site.admin_view(self.file_view), name="document_file")
        return [file, *super().get_urls()]

    def file_view(self, request: HttpRequest, key: UUID) -> HttpResponseBase:
        """Send the uploaded file."""
        document = get_object_or_404(self.get_queryset(request), pk=key)
        if not self.has_view_permission(request, document):
            raise PermissionDenied
        return send_blob(request, document.blob, media_type=document.mime_type, filename=document.filename)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = UploadForm(request.POST or None, request.FILES or None, initial={"owner": request.user})
        document = self._created(form) if form.is_bound and form.is_valid() else None
        if document is not None:
            self.log_addition(request, document, [{"added": {}}])
            self.message_user(request, f"{document} is being processed.", messages.SUCCESS)
            return HttpResponseRedirect(reverse("admin:documents_document_change", args=[document.pk]))
        context = {**self.admin_site.each_context(request), "title": "Upload a document", "form": form}
        return TemplateResponse(request, "admin/documents/document/upload.html", context)

    def _created(self, form: UploadForm) -> Document | None:
        given = form.cleaned_data
        try:
            with BlobWriter() as writer:
                return self.take(_received(given["file"], writer), given["file"].name, given["owner"], given["title"])
        except DomainError as error:
            form.add_error("file", error.message)
            return None

    def take(self, received: ReceivedFile, filename: str, owner: User, title: str) -> Document:
        """Create the document."""
        return upload_document(received, filename=filename, owner=owner, title=title)

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        deletion.delete_document(obj, actor=obj.owner, permanently=True)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        for document in queryset.select_related("owner"):
            deletion.delete_document(document, actor=document.owner, permanently=True)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """List the documents only: their related rows (pages, tokens, passages) are too many to load."""
        needed = set() if self.has_delete_permission(request) else {"document"}
        return [str(document) for document in objs], {"documents": len(objs)}, needed, []


class ParserChoiceForm(_ChoiceForm):
    """A choice of an installed parser that supports the file type."""

    class Meta:
        model = ParserChoice
        fields = ("mime_type", "parser")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "mime_type" in self.fields:  # it is the key
            self.fields["mime_type"] = forms.ChoiceField(choices=_choices(sorted(registry.accepted_types())))
        self.fields["parser"] = forms.ChoiceField(choices=_choices(registry.parsers().names()))

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        mime_type, parser = given.get("mime_type", self.instance.mime_type), given.get("parser")
        if mime_type and parser and parser not in (names := registry.parsers().names_for(mime_type)):
            self.add_error("parser", f"It does not support {mime_type}. Choose one of: {', '.join(names)}.")
        return given


@admin.register(ParserChoice)
class ParserChoiceAdmin(_Choices):
    """Default parsers of file types; for others, the parser with the best score is used."""

    form = ParserChoiceForm
    list_display = ["mime_type", "parser"]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        for problem in registry.problems():
            self.message_user(request, problem.sentence(), messages.WARNING)
        return super().changelist_view(request, extra_context)

    def get_readonly_fields(self, request: HttpRequest, obj: ParserChoice | None = None) -> list[str]:
        return ["mime_type"] if obj else []


@admin.register(Blob)
class BlobAdmin(_Blobs):
    """Stored files and the result of their last check; read-only."""

    list_display = ["sha256", "size", "created", "checked", "damage"]
    list_filter = ["damage"]
    search_fields = ["sha256", "documents__title"]
    ordering = ["-damage", "-created"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Blob | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Blob | None = None) -> bool:
        return False


def _received(file: "UploadedFile[bytes]", writer: BlobWriter) -> ReceivedFile:
    if (file.size or 0) > settings.MAX_UPLOAD_BYTES:
        raise too_large()
    for chunk in file.chunks():
        writer.write(chunk)
    return writer.finish()


def _choices(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, name) for name in names]
