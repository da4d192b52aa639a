"""Why an answer is on offer or not: the one way in which `State.why_not`, `play` and scenarios find that out."""
