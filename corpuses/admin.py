"""Corpora in the admin, and their fields in the admin of documents."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.contrib.admin import ModelAdmin, TabularInline
from django.core.exceptions import ValidationError
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.errors import Invalid
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation, Label
from corpuses.corpora.services import create_corpus
from corpuses.erasure.admin_page import ErasableUserAdmin
from corpuses.models import Corpus, CorpusDocument
from corpuses.providers.allowed import Purpose, checked_host
from corpuses.providers.models import AllowedServer, LlmBudget, LlmUsage
from corpuses.uploads.services import upload_to_corpus
from documents.admin import DocumentAdmin
from documents.models import Document
from documents.storage.blobs import ReceivedFile
from users.models import User

# Django's admin classes take no type arguments when the program runs.
if TYPE_CHECKING:
    _Corpora = ModelAdmin[Corpus]
    _Labels = ModelAdmin[Label]
    _Annotations = ModelAdmin[Annotation]
    _Executions = ModelAdmin[ActionExecution]
    _Usage = ModelAdmin[LlmUsage]
    _Budgets = ModelAdmin[LlmBudget]
    _Servers = ModelAdmin[AllowedServer]
    _ServerForm = forms.ModelForm[AllowedServer]
    _Actions = TabularInline[CorpusAction, Corpus]
    _Memberships = TabularInline[CorpusDocument, Document]
else:
    _Corpora = _Labels = _Annotations = _Executions = _Usage = _Budgets = _Servers = ModelAdmin
    _Actions = _Memberships = TabularInline
    _ServerForm = forms.ModelForm


_MEMBERSHIP = ("corpus", "added_by", "created")
_NEW_CORPUS = ("title", "description", "owner")
_CORPUS = ("title", "description", "owner", "is_public", "is_personal", "members", "runs", "id", "tenant", "created")
_ANNOTATION = ("quote", "document", "corpus", "label", "creator", "source", "page", "start", "end", "created")


class MembershipInline(_Memberships):
    """The corpora that contain a document; adding uses the service, which starts their actions."""

    model = CorpusDocument
    fields = readonly_fields = _MEMBERSHIP
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[CorpusDocument]:
        return super().get_queryset(request).select_related("corpus", "added_by")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


admin.site.unregister(Document)


@admin.register(Document)
class DocumentInCorporaAdmin(DocumentAdmin):
    """Uploads in the admin also go to the owner's personal corpus."""

    inlines = [*DocumentAdmin.inlines, MembershipInline]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the filters of the links in the lists of a corpus and of an owner."""
        return lookup == "corpuses__id__exact" or super().lookup_allowed(lookup, value, request)

    def take(self, received: ReceivedFile, filename: str, owner: User, title: str) -> Document:
        return upload_to_corpus(received, filename=filename, owner=owner, title=title)


class ActionInline(_Actions):
    """The actions of the corpus."""

    model = CorpusAction
    fields = ["kind", "name", "fieldset", "analyzer", "instructions", "enabled"]
    extra = 0


@admin.register(Corpus)
class CorpusAdmin(_Corpora):
    """Creation uses the service, which gives a corpus its actions."""

    list_display = ["title", "owner", "is_personal", "is_public", "members", "runs", "created"]
    list_filter = ["is_personal", "is_public"]
    list_select_related = ["owner"]
    search_fields = ["title", "description", "owner__username", "id"]
    ordering = ["-id"]
    show_full_result_count = False
    inlines = [ActionInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Corpus]:
        return super().get_queryset(request).select_related("owner", "tenant").annotate(size=Count("memberships"))

    def get_fields(self, request: HttpRequest, obj: Corpus | None = None) -> Any:
        return _CORPUS if obj else _NEW_CORPUS

    def get_readonly_fields(self, request: HttpRequest, obj: Corpus | None = None) -> list[str]:
        return [name for name in _CORPUS if name not in {"title", "description", "is_public"}] if obj else []

    def get_inlines(self, request: HttpRequest, obj: Corpus | None) -> list[Any]:
        return list(self.inlines) if obj else []

    def save_model(self, request: HttpRequest, obj: Corpus, form: Any, change: Any) -> None:
        if change:
            super().save_model(request, obj, form, change)
        else:
            created = create_corpus(owner=obj.owner, title=obj.title, description=obj.description)
            vars(obj).update(vars(created))

    @admin.display(description="documents", ordering="size")
    def members(self, corpus: Any) -> SafeString:
        address, query = reverse("admin:documents_document_changelist"), urlencode({"corpuses__id__exact": corpus.pk})
        return format_html('<a href="{}?{}">{}</a>', address, query, corpus.size)

    @admin.display(description="executions")
    def runs(self, corpus: Corpus) -> SafeString:
        query = urlencode({"action__corpus__id__exact": corpus.pk})
        return format_html(
            '<a href="{}?{}">executions</a>', reverse("admin:corpuses_actionexecution_changelist"), query
        )


@admin.register(ActionExecution)
class ActionExecutionAdmin(_Executions):
    """Executions of actions, read-only."""

    list_display = ["id", "action", "corpus", "document", "state", "message", "created", "finished", "job_link"]
    list_filter = ["state", "action__kind"]
    list_select_related = ["action__corpus", "document"]
    search_fields = ["id", "document__title", "message"]
    ordering = ["-id"]
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the filter of the link in the list of a corpus."""
        return lookup == "action__corpus__id__exact" or super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    @admin.display(description="corpus")
    def corpus(self, execution: ActionExecution) -> str:
        return execution.action.corpus.title

    @admin.display(description="job")
    def job_link(self, execution: ActionExecution) -> SafeString | str:
        if execution.job is None:
            return ""
        return format_html('<a href="{}">job</a>', reverse("admin:tasks_job_change", args=[execution.job]))


@admin.register(Label)
class LabelAdmin(_Labels):
    """The labels of corpora."""

    list_display = ["name", "color", "corpus", "position", "created"]
    list_select_related = ["corpus"]
    search_fields = ["name", "corpus__title", "id"]
    ordering = ["corpus", "position", "id"]
    readonly_fields = ["corpus"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Annotation)
class AnnotationAdmin(_Annotations):
    """Annotations; their position in the text is read-only."""

    list_display = ["__str__", "label", "document", "corpus", "source", "page", "created"]
    list_filter = ["source"]
    list_select_related = ["label", "document", "corpus"]
    search_fields = ["quote", "note", "document__title", "id"]
    ordering = ["-id"]
    show_full_result_count = False
    fields = [*_ANNOTATION, "note"]
    readonly_fields = _ANNOTATION

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(LlmUsage)
class LlmUsageAdmin(_Usage):
    """Answers of language models, read-only."""

    list_display = ["created", "tenant", "corpus", "purpose", "model", "input_tokens", "output_tokens", "cost"]
    list_filter = ["purpose"]
    list_select_related = ["tenant", "corpus"]
    ordering = ["-id"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(LlmBudget)
class LlmBudgetAdmin(_Budgets):
    """Budgets of tenants."""

    list_display = ["tenant", "tokens", "cost"]
    list_select_related = ["tenant"]
    autocomplete_fields = ["tenant"]


class AllowedServerForm(_ServerForm):
    """The fields of an allowed server; its host is stored as it is compared."""

    class Meta:
        model = AllowedServer
        fields = ["purpose", "host", "tenant", "name"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("host") and data.get("purpose"):
            try:
                data["host"] = checked_host(data["host"], Purpose(data["purpose"]))
            except Invalid as error:
                raise ValidationError({"host": error.message}) from None
        return data


@admin.register(AllowedServer)
class AllowedServerAdmin(_Servers):
    """The servers that corpora may send their contents to."""

    form = AllowedServerForm
    list_display = ["host", "purpose", "tenant", "name", "created"]
    list_filter = ["purpose"]
    list_select_related = ["tenant"]
    search_fields = ["host", "name", "tenant__name"]
    autocomplete_fields = ["tenant"]
    show_full_result_count = False
    fieldsets = [
        (
            None,
            {
                "fields": ["purpose", "host", "tenant", "name"],
                "description": "As soon as there is a row for a purpose, corpora use only the servers in rows: those "
                "of their own tenant and those of all tenants. Without rows the list of the environment applies, so "
                "that removing the last row may allow more. Nothing is sent to a server that has been removed.",
            },
        )
    ]


admin.site.unregister(User)
admin.site.register(User, ErasableUserAdmin)
