"""`python -m cartulary_client` is the command `cartulary`."""

from cartulary_client.command.main import run

run()
