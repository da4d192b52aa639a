"""The maps and grids of a program as a picture: what is on them, where it is drawn, and that as DOT text."""
