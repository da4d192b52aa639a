"""Scenarios: found, elaborated against their game, run on both engines, and counted against the rules they test.

`collect` finds the files of a game, `run` plays one plan on one engine, `coverage` lists rules cited and tested.
"""
