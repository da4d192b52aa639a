"""Starting files: what `rulewright new` writes."""
