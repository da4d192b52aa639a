"""The Python backend: a woven program to a plan of blocks, and the plan to the text of one module."""
