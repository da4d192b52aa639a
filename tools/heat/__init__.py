"""Runs that were counted: files of counts, how often each part of the rules was come to, and what never was.

`counts` reads and writes the files, `findings` makes the report of one.
"""
