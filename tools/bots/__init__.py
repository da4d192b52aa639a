"""Games that bots play who look at them: who sits where, the games, and who won how often."""
