"""`login`, `logout`, `whoami`, and who the other commands run as."""

import argparse
import getpass
import os
import sys

from cartulary_client.client import Client
from cartulary_client.command.output import Output
from cartulary_client.connection import log_in
from cartulary_client.credentials import Credentials, CredentialsFile
from cartulary_client.errors import NotSignedIn

_DEFAULT_SERVER = "http://localhost:8000"


def client_for(asked: argparse.Namespace) -> Client:
    """Give the client of whoever is named by `CARTULARY_TOKEN`, or has logged in; raises `NotSignedIn`."""
    if token := os.environ.get("CARTULARY_TOKEN"):
        return Client.with_token(_server(asked, None), token)
    file = CredentialsFile()
    kept = file.load()
    if kept is None or (asked.server and asked.server.rstrip("/") != kept.server):
        raise NotSignedIn(401, "not_authenticated", "Nobody is logged in here: cartulary login")
    return Client(kept, keeper=file, connections=16)


def login(asked: argparse.Namespace, output: Output) -> int:
    """Keep a pair of tokens, or the API token given, in the user's configuration folder."""
    server = _server(asked, CredentialsFile().load())
    if asked.api_token:
        credentials = Credentials(server=server, token=sys.stdin.readline().strip())
    else:
        username = asked.username or input("User name: ")
        credentials = log_in(server, username, _password())
    with Client(credentials) as client:
        person = client.me()
    CredentialsFile().save(credentials)
    output.say(f"Logged in at {server} as {person.username}.")
    if output.is_json:
        output.value({"server": server, "username": person.username})
    return 0


def logout(asked: argparse.Namespace, output: Output) -> int:
    """Forget who you are, here and, for a login, at the server."""
    file = CredentialsFile()
    kept = file.load()
    if kept is not None:
        with Client(kept, keeper=file) as client:
            try:
                client.log_out()
            finally:
                file.forget()
    output.say("Logged out.")
    return 0


def whoami(asked: argparse.Namespace, output: Output) -> int:
    """Say who the other commands run as."""
    with client_for(asked) as client:
        output.record(client.me())
    return 0


def _server(asked: argparse.Namespace, kept: Credentials | None) -> str:
    named = asked.server or os.environ.get("CARTULARY") or (kept.server if kept else _DEFAULT_SERVER)
    return str(named).rstrip("/")


def _password() -> str:
    """From the terminal; from standard input when that is none; never from the command line, where others see it."""
    if given := os.environ.get("CARTULARY_PASSWORD"):
        return given
    return getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
