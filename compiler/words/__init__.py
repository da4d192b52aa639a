"""The IR in plain words: conditions, nouns, statements."""
