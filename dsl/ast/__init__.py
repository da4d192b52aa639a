"""The syntax tree: one frozen node for each form of the grammar, every node with its span.

Nothing is resolved here: names are `Ident`s, and whether `p.hand` is a zone or a column is for `elaborate` to say.
"""

from rulewright.dsl.ast.choices import *
from rulewright.dsl.ast.declarations import *
from rulewright.dsl.ast.endings import *
from rulewright.dsl.ast.expressions import *
from rulewright.dsl.ast.living import *
from rulewright.dsl.ast.nodes import Ident as Ident
from rulewright.dsl.ast.scenarios import *
from rulewright.dsl.ast.statements import *
from rulewright.dsl.ast.variants import *
