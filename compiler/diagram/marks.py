"""What was added, taken out or changed, in the colours of a diagram of two rulesets at once (see merged.py).

Green, vermilion and amber can be told apart by everybody who sees any colours; in grey the signs and the dashes do.
"""

from __future__ import annotations

from rulewright.compiler.outline.marks import Mark

FILLS: dict[Mark, str] = {"": "#FFFFFF", "added": "#DDF1E7", "removed": "#FCEBDF", "changed": "#FFF3CC"}
LINES: dict[Mark, str] = {"": "#8C8C8C", "added": "#00734F", "removed": "#C04F00", "changed": "#8A6A00"}
WIDTHS: dict[Mark, str] = {"": "1", "added": "2", "removed": "1.4", "changed": "2"}
LEGEND: dict[Mark, str] = {"added": "+ added", "removed": "− removed", "changed": "~ changed", "": "the same"}
