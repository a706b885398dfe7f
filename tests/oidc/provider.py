"""An OpenID provider for tests: discovery, authorization code with PKCE, token, userinfo. It signs in one user."""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.http_servers import serving

CLIENT, SECRET = "cartulary", "provider's secret"


KEY, OTHER_KEY = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))


def signed(claims: dict[str, object], key: rsa.RSAPrivateKey = KEY, **headers: str) -> str:
    """Return an ID token."""
    return jwt.encode(claims, key, algorithm="RS256", headers={"kid": "1", **headers})


@dataclass
class Provider:
    """The state of the provider: the claims of its user, and the requests it has refused."""

    url: str
    claims: dict[str, object] = field(default_factory=dict)
    refuses: str = ""
    audience: str = CLIENT
    issuer: str = ""
    """Another issuer in the configuration and the ID token."""
    id_claims: dict[str, object] = field(default_factory=dict)
    """Claims that only the ID token has."""
    signs: Callable[[dict[str, object]], str] | None = None
    """Another way to make the ID token."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def configuration(self) -> dict[str, object]:
        return {
            "issuer": self.issuer or self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        }

    def authorize(self, parameters: dict[str, str]) -> str:
        """Return the URL that the browser is redirected to."""
        query = {"state": parameters["state"]}
        if self.refuses:
            query["error"] = self.refuses
        else:
            query["code"] = secrets.token_urlsafe()
            self.codes[query["code"]] = parameters
        return f"{parameters['redirect_uri']}?{urlencode(query)}"

    def tokens(self, form: dict[str, str], authorization: str) -> dict[str, object] | None:
        """Exchange a code, once, for a client with the right secret and code verifier."""
        parameters = self.codes.pop(form.get("code", ""), None)
        expected = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if parameters is None or authorization != expected or parameters.get("code_challenge") != challenge:
            self.problems.append(f"refused {form}")
            return None
        now = int(time.time())
        times = {"iat": now, "exp": now + 60}
        claims = {"iss": self.issuer or self.url, "aud": self.audience, **times, **self.claims, **self.id_claims}
        token = self.signs(claims) if self.signs else signed(claims)
        return {"access_token": "an access token", "token_type": "Bearer", "expires_in": 60, "id_token": token}


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        parameters = {name: values[0] for name, values in parse_qs(address.query).items()}
        match address.path:
            case "/.well-known/openid-configuration":
                self._json(self.provider.configuration())
            case "/authorize":
                self.send_response(302)
                self.send_header("Location", self.provider.authorize(parameters))
                self.end_headers()
            case "/keys":
                key = jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
                self._json({"keys": [{**key, "kid": "1", "alg": "RS256"}]})
            case "/userinfo":
                self._json(self.provider.claims)
            case _:
                self.send_error(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        tokens = self.provider.tokens(form, self.headers.get("Authorization", ""))
        self._json(tokens or {"error": "invalid_grant"}, status=200 if tokens else 400)

    def _json(self, body: object, status: int = 200) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def running() -> Iterator[Provider]:
    """Serve on a free port until the block ends."""
    handler = type("Handler", (_Handler,), {})
    with serving(handler) as server:
        handler.provider = Provider(url=f"http://127.0.0.1:{server.server_port}")
        yield handler.provider
