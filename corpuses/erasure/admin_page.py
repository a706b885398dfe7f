"""The page of the admin that erases a user, linked from the page of the user."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from core.errors import DomainError
from corpuses.erasure import services
from corpuses.erasure.plan import ErasureOptions, plan
from users.admin import UserAdmin
from users.models import User


class ErasureForm(forms.Form):
    """The choice between deleting and keeping documents, corpora and contributions.

    The user name is typed as a confirmation.
    """

    heir = forms.CharField(required=False, label="Pass documents and corpora on to", help_text="A user name.")
    delete_documents = forms.BooleanField(required=False, label="Delete documents and corpora")
    delete_contributions = forms.BooleanField(
        required=False,
        label="Delete annotations and comments in corpora of others",
        help_text="Otherwise they stay, without a name.",
    )
    confirmation = forms.CharField(label="User name", help_text="Type the user name to confirm.")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_heir(self) -> User | None:
        """Find the user who gets the documents."""
        name = self.cleaned_data["heir"]
        if not name:
            return None
        heir = User.objects.filter(username=name).first()
        if heir is None:
            raise forms.ValidationError("There is no user with this name.")
        return heir

    def clean_confirmation(self) -> str:
        """Compare the name with that of the user."""
        name = str(self.cleaned_data["confirmation"])
        if name != self._user.username:
            raise forms.ValidationError("This is not the name of the user.")
        return name

    def options(self) -> ErasureOptions:
        """Return what was chosen."""
        heir: User | None = self.cleaned_data["heir"]
        return ErasureOptions(
            heir_id=heir.pk if heir else None,
            delete_documents=self.cleaned_data["delete_documents"],
            delete_contributions=self.cleaned_data["delete_contributions"],
        )


class ErasableUserAdmin(UserAdmin):
    """Users, with a page that erases one. Only superusers may open it."""

    change_form_template = "admin/users/user/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        page = path("<uuid:key>/erase/", self.admin_site.admin_view(self.erase), name="users_user_erase")
        return [page, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {**(extra_context or {}), "may_erase": _may_erase(request, object_id)}
        return super().change_view(request, object_id, form_url, context)

    def erase(self, request: HttpRequest, key: Any) -> HttpResponse:
        """Show what would be deleted; start the job if the form was confirmed."""
        if not _may_erase(request, str(key)):
            raise PermissionDenied
        user = get_object_or_404(User.objects.select_related("tenant"), pk=key)
        form = ErasureForm(request.POST or None, user=user)
        if form.is_valid() and _start(form, user, request):
            messages.success(request, "The account is being erased.")
            return HttpResponseRedirect(reverse("admin:users_user_changelist"))
        context = {**self.admin_site.each_context(request), "title": "Erase all data of a user"}
        context |= {"form": form, "plan": plan(user), "user_to_erase": user}
        return TemplateResponse(request, "admin/users/user/erase.html", context)


def _may_erase(request: HttpRequest, key: str) -> bool:
    return getattr(request.user, "is_superuser", False) and str(request.user.pk) != key


def _start(form: ErasureForm, user: User, request: HttpRequest) -> bool:
    if TYPE_CHECKING:
        assert isinstance(request.user, User)
    try:
        services.start(user, form.options(), actor=request.user)
    except DomainError as error:
        form.add_error("heir" if error.field == "heir" else None, error.message)
        return False
    return True
