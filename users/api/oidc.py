"""URLs of the sign-in through an OpenID provider: those of django-allauth, with a stricter verification.

The library trusts what it has fetched through an encrypted connection. ASVS (6.8.2, 10.5.2) asks for the signature of
the ID token in any case, and OpenID Connect (5.3.2) for the same subject in both documents about the user.
"""

from typing import Any

from allauth.account.internal.decorators import login_not_required
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.urls import urlpatterns as library_urls
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.providers.openid_connect.views import login as library_login
from django.http import HttpRequest, HttpResponse
from django.urls import path

from users.accounts.providers import sign_in_page


class VerifyingAdapter(OpenIDConnectOAuth2Adapter):
    """The flow of the library; it fails unless there is an ID token with a valid signature of the provider."""

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> Any:
        if not kwargs["response"].get("id_token"):
            raise OAuth2Error("The provider sent no ID token.")
        login = super().complete_login(request, app, token, **kwargs)
        documents = login.account.extra_data
        if documents.get("userinfo", documents["id_token"]).get("sub") != documents["id_token"]["sub"]:
            raise OAuth2Error("The ID token is about another user than the response with the profile.")
        return login

    def _decode_id_token(self, app: Any, id_token: str) -> dict[str, Any]:
        self.did_fetch_access_token = False  # else the signature is not verified
        try:
            claims: dict[str, Any] = super()._decode_id_token(app, id_token)
        except (AttributeError, KeyError, TypeError, ValueError) as error:  # a token or keys of another form
            raise OAuth2Error("Invalid ID token.") from error
        return claims


@login_not_required  # type: ignore[untyped-decorator]  # the library has no types
def callback(request: HttpRequest) -> HttpResponse:
    """Sign in with the code that the provider has sent."""
    response: HttpResponse = OAuth2CallbackView.adapter_view(VerifyingAdapter(request, "oidc"))(request)
    return response


@login_not_required  # type: ignore[untyped-decorator]  # the library has no types
def login(request: HttpRequest) -> HttpResponse:
    """Redirect to the provider, if the form of the sign-in page was sent; the library would show a page of its own."""
    if request.method != "POST":
        return sign_in_page("provider")
    response: HttpResponse = library_login(request, provider_id="oidc")
    return response


urlpatterns = [
    path("oidc/oidc/login/", login),
    path("oidc/oidc/login/callback/", callback),
    *library_urls,
]
