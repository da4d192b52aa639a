"""What a compiled game needs to run: state, chance, decisions, views, events, replay, bots. Imports nothing of ours."""
