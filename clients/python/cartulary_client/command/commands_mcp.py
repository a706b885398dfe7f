"""`mcp`: the server for programs that work with language models."""

import argparse
import sys

from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.output import Output
from cartulary_client.mcp_bridge import McpBridge


def mcp(arguments: argparse.Namespace, output: Output) -> int:
    """Connect a desktop program to the MCP server of Cartulary, over standard input and output."""
    # The protocol is in UTF-8, whatever the locale; a byte that is none must not end the session.
    with (
        open_client(arguments) as client,
        open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False) as lines,  # no path
    ):
        McpBridge(client.connection, sys.stdout).run(lines)
    return 0
