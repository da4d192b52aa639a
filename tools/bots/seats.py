"""`--bot` as a command line has it to a bot for every seat: `mcts:200` for all, `2=greedy` for one."""

from __future__ import annotations

import click

from rulewright.runtime.bots import BotName, bot_name


def parsed(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[int, BotName]:
    """By seat, counted from 1, the bot that sits there; at 0 the one of all seats not named."""
    found: dict[int, BotName] = {}
    for value in values:
        before, equals, name = value.rpartition("=")
        if equals and not (before.isascii() and before.isdigit() and 0 < int(before[:9]) < 1_000):
            raise click.BadParameter(f"`{value}` should look like `2=mcts:200`: a seat, counted from 1.", ctx, param)
        seat = int(before) if equals else 0
        if seat in found:
            raise click.BadParameter(f"{f'seat {seat}' if seat else 'every seat'} has two bots.", ctx, param)
        try:
            found[seat] = bot_name(name)
        except ValueError as why:
            raise click.BadParameter(str(why), ctx, param) from None
    return found


def unlooking(named: dict[int, BotName]) -> str | None:
    """The kind of the bot at every seat if none of them looks at the game and all are the same, for any number."""
    kinds = {named.get(0, BotName("random")), *named.values()}
    only = kinds.pop()
    return None if kinds or only.thinks else only.kind


def in_words(named: dict[int, BotName]) -> str:
    """As it could be written: `mcts:200`, `1=mcts:200, else random`."""
    rest = str(named.get(0, BotName("random")))
    some = [f"{seat}={bot}" for seat, bot in sorted(named.items()) if seat]
    return ", ".join([*some, f"else {rest}"]) if some else rest


def seated(named: dict[int, BotName], players: int) -> tuple[BotName, ...]:
    """The bots in the order of the seats. Ends the command with a message if a seat is named that the game lacks."""
    for seat in named:
        if seat > players:
            raise click.BadParameter(f"the seats are 1 to {players}.", param_hint="--bot")
    rest = named.get(0, BotName("random"))
    return tuple(named.get(seat, rest) for seat in range(1, players + 1))
