"""Solving a game: what best play is worth. `solution.solve` looks at the game and picks the method."""
