"""`completion`: shell completion scripts, generated from the argument parser."""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from cartulary_client.command.output import Output

SHELLS: Final = ("bash", "zsh", "fish")


def completion(arguments: argparse.Namespace, output: Output) -> int:
    """Print a completion script for your shell: eval "$(cartulary completion bash)"."""
    from cartulary_client.command.main import build_parser  # noqa: PLC0415 - the parser imports this command

    options = dict(_options_by_command(build_parser()))
    script = _fish_script(options) if arguments.shell == "fish" else _bash_script(options)
    sys.stdout.write(script if arguments.shell != "zsh" else f"autoload -U +X bashcompinit && bashcompinit\n{script}")
    return 0


def _options_by_command(parser: argparse.ArgumentParser) -> Iterator[tuple[str, list[str]]]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to list the actions
        if isinstance(action.choices, dict):
            for name, command in action.choices.items():
                yield name, sorted(set(_words(command)))


def _words(command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the options of a command, and its own commands with theirs."""
    for action in command._actions:  # noqa: SLF001 - as above
        yield from action.option_strings
        if isinstance(action.choices, dict):
            for name, nested in action.choices.items():
                yield name
                yield from _words(nested)


def _bash_script(commands: dict[str, list[str]]) -> str:
    cases = "\n".join(f"    {name}) {_bash_words(words)} ;;" for name, words in commands.items())
    return f"""_cartulary() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" options= words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(commands)}" -- "$current")); return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -W "$words" -- "$current")) ;;
  esac
}}
complete -o filenames -F _cartulary cartulary
"""


def _bash_words(words: list[str]) -> str:
    """Return assignments of the options of a command and of its own commands."""
    options = " ".join(word for word in words if word.startswith("-"))
    return f'options="{options}" words="{" ".join(word for word in words if not word.startswith("-"))}"'


def _fish_script(commands: dict[str, list[str]]) -> str:
    lines = [f"complete -c cartulary -n __fish_use_subcommand -a '{' '.join(commands)}'"]
    for name, options in commands.items():
        for option in options:
            dashes = "-l" if option.startswith("--") else "-s" if option.startswith("-") else "-a"
            lines.append(f"complete -c cartulary -n '__fish_seen_subcommand_from {name}' {dashes} {option.lstrip('-')}")
    return "\n".join(lines) + "\n"
