"""Count work, span, bytes and memory of a program from its StableHLO, by one published table.

The work is the number of operations. The span is the longest chain of dependent operations.
"""

from manylanes._cost.count import cost
from manylanes._cost.price.table import Row, table
from manylanes._cost.show.amounts import Bound, LiveArray, LoopAt, OpCost, PlaceCost
from manylanes._cost.show.cost import Cost
from manylanes._cost.walk.residuals import residuals
from manylanes._specs import SpecError

__all__ = [
    "Bound",
    "Cost",
    "LiveArray",
    "LoopAt",
    "OpCost",
    "PlaceCost",
    "Row",
    "SpecError",
    "cost",
    "residuals",
    "table",
]
