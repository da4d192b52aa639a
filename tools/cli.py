"""The `rulewright` command: finds the verbs in `commands/`, runs one, and turns whatever goes wrong into a message.

A verb is a file `commands/VERB.py` that defines `command`. Only click is imported here, and a verb's file imports what
it needs when it runs, so that the quick verbs are quick. Exit codes: 0 ok, 1 the rules are at fault, 2 the command
line is, 3 Rulewright is, 130 interrupted.
"""

from __future__ import annotations

import os
import pkgutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from rulewright import __version__

ORDER = (
    "new", "check", "fmt", "run", "compare", "play", "why", "graph", "diff", "coverage",
    "test", "explain", "build", "solve", "replay", "list",
)  # fmt: skip
USAGE, OUR_FAULT, INTERRUPTED = 2, 3, 128 + signal.SIGINT
BROKEN_PIPE = 1  # as click has it
DEBUG = "RULEWRIGHT_DEBUG"


class Verbs(click.Group):
    """The verbs, imported one by one, in the order a game is made."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from rulewright.tools import commands

        found = {module.name for module in pkgutil.iter_modules(commands.__path__)}
        return sorted(found, key=lambda verb: (ORDER.index(verb) if verb in ORDER else len(ORDER), verb))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if not cmd_name.isidentifier() or cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"rulewright.tools.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but with Rulewright's own suggestion for a misspelt verb."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from rulewright.dsl.suggest import nearest

            near = nearest(args[0], self.list_commands(ctx))
            advice = f" Did you mean `{near}`?" if near else " `rulewright --help` lists the commands."
            ctx.fail(f"There is no command `{args[0]}`.{advice}")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        more["standalone_mode"] = False
        more["prog_name"] = "rulewright"
        sys.exit(guarded(lambda: super(Verbs, self).main(args, *rest, **more)))


def guarded(run: Any) -> int:
    """Run a command line and return its exit code; every failure is a message on standard error."""
    if sys.stdout is None:  # closed by whoever called: say nothing, to nobody
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the rest of the process
    try:
        code = run()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # nobody reads any more; keep Python from trying once again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        # what could be written is written whole or not at all; here the output itself failed
        with suppress(OSError):
            click.echo(f"Cannot write: {error.strerror or error}.", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return USAGE
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        try:
            return explained(error)
        except Exception as worse:
            return our_fault(worse)


def explained(error: Exception) -> int:
    """Say what a failure means, and return its exit code."""
    from rulewright.runtime.engine import RuleFault
    from rulewright.tools.problems import AT_FAULT, RulesError, broken, exit_code, in_words

    if isinstance(error, RulesError):
        click.echo(in_words(error.report, sys.stderr), err=True)
        return exit_code(error.report)
    if isinstance(error, RuleFault):
        click.echo(broken(error.why, error.where, stream=sys.stderr), err=True)
        return AT_FAULT
    return our_fault(error)


def our_fault(error: Exception) -> int:
    """Nothing anybody did: a mistake in Rulewright."""
    click.echo(
        f"Rulewright itself went wrong: {type(error).__name__}: {error}\n"
        f"Please report it with the rules that led here; {DEBUG}=1 shows where it happened.",
        err=True,
    )
    return OUR_FAULT


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="rulewright %(version)s")
def main() -> None:
    """Rules for tabletop games: check them, draw them, play them, run them by the thousand.

    \b
    Every GAME is the name of a shipped game (see `rulewright list`) or the path of a .rules file, or of a table file
    (.toml) that names a game with its players, seats, variants and options:
      rulewright check nosferatu
      rulewright run my/game.rules --games 1000
    """


if __name__ == "__main__":
    main()
