"""The difference of two rulesets, in the designer's words."""
