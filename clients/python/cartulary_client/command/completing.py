"""`completion`: what a shell needs to complete the command, made from the command's own description."""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from cartulary_client.command.output import Output

SHELLS: Final = ("bash", "zsh", "fish")


def completion(asked: argparse.Namespace, output: Output) -> int:
    """Print a script for a shell to complete commands and options: eval "$(cartulary completion bash)"."""
    from cartulary_client.command.main import parser  # noqa: PLC0415 - the parser names this command

    words = dict(_words(parser()))
    script = _fish(words) if asked.shell == "fish" else _bash(words)
    sys.stdout.write(script if asked.shell != "zsh" else f"autoload -U +X bashcompinit && bashcompinit\n{script}")
    return 0


def _words(whole: argparse.ArgumentParser) -> Iterator[tuple[str, list[str]]]:
    """Give each command with its options."""
    for action in whole._actions:  # noqa: SLF001 - argparse has no other way to ask what there is
        if isinstance(action.choices, dict):
            for name, sub in action.choices.items():
                yield name, sorted(option for each in sub._actions for option in each.option_strings)  # noqa: SLF001 - as above


def _bash(words: dict[str, list[str]]) -> str:
    cases = "\n".join(f'    {name}) options="{" ".join(options)}" ;;' for name, options in words.items())
    return f"""_cartulary() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" options
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$current")); return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _cartulary cartulary
"""


def _fish(words: dict[str, list[str]]) -> str:
    lines = [f"complete -c cartulary -n __fish_use_subcommand -a '{' '.join(words)}'"]
    for name, options in words.items():
        for option in options:
            dashes = "-l" if option.startswith("--") else "-s"
            lines.append(f"complete -c cartulary -n '__fish_seen_subcommand_from {name}' {dashes} {option.lstrip('-')}")
    return "\n".join(lines) + "\n"
