"""`rulewright compare`: rulesets played with the same seeds, and what can be said about how they differ."""
