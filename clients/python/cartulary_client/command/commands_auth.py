"""`login`, `logout`, `whoami`, and the client with the stored login for the other commands."""

import argparse
import getpass
import os
import sys

from cartulary_client.client import Client
from cartulary_client.command.output import Output
from cartulary_client.connection import log_in
from cartulary_client.credentials import Credentials, CredentialsFile
from cartulary_client.errors import NotAuthenticated, PermissionDenied

_DEFAULT_SERVER = "http://localhost:8000"


def open_client(arguments: argparse.Namespace) -> Client:
    """Return a client with the API token in `CARTULARY_TOKEN` or the stored login; raise `NotAuthenticated`."""
    file = CredentialsFile()
    stored = file.load()
    if token := os.environ.get("CARTULARY_TOKEN"):
        return Client.with_token(_server(arguments, stored), token)
    return Client(_login_for_server(arguments, stored), store=file, connections=16)


def login(arguments: argparse.Namespace, output: Output) -> int:
    """Log in to a server and store the login on this computer."""
    server = _server(arguments, CredentialsFile().load())
    if arguments.api_token:
        credentials = Credentials(server=server, token=sys.stdin.readline().strip())
    else:
        username = arguments.username or input("User name: ")
        password = _read_secret("Password: ", os.environ.get("CARTULARY_PASSWORD"))
        try:
            credentials = log_in(server, username, password)
        except PermissionDenied as error:
            if error.code != "second_factor_needed":
                raise
            credentials = log_in(server, username, password, code=_read_secret("Code of the authenticator app: "))
    with Client(credentials) as client:
        user = client.me()
    CredentialsFile().save(credentials)
    output.message(f"Logged in to {server} as {user.username}.")
    if output.is_json:
        output.value({"server": server, "username": user.username})
    return 0


def logout(arguments: argparse.Namespace, output: Output) -> int:
    """Revoke the stored login and delete it from this computer."""
    file = CredentialsFile()
    stored = file.load()
    if stored is not None:
        with Client(_login_for_server(arguments, stored), store=file) as client:
            try:
                client.log_out()
            finally:
                file.delete()
    output.message("Logged out.")
    return 0


def whoami(arguments: argparse.Namespace, output: Output) -> int:
    """Show the user you are logged in as."""
    with open_client(arguments) as client:
        output.record(client.me())
    return 0


def _login_for_server(arguments: argparse.Namespace, stored: Credentials | None) -> Credentials:
    """Return the stored login if it belongs to the requested server: nothing may go to another one."""
    if stored is None:
        raise NotAuthenticated(401, "not_authenticated", "You are not logged in. Run: cartulary login")
    server = _server(arguments, stored)
    if server != stored.server:
        message = f"You are logged in to {stored.server}, not to {server}. Run: cartulary login --server {server}"
        raise NotAuthenticated(401, "not_authenticated", message)
    return stored


def _server(arguments: argparse.Namespace, stored: Credentials | None) -> str:
    server = arguments.server or os.environ.get("CARTULARY") or (stored.server if stored else _DEFAULT_SERVER)
    return str(server).rstrip("/")


def _read_secret(prompt: str, known: str | None = None) -> str:
    """Read a secret from the terminal or standard input; arguments would be visible to other users."""
    if known:
        return known
    return getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
