"""Work, span and bytes of a program, counted from its StableHLO by one published table."""

from manylanes._cost.bound import Bound
from manylanes._cost.count import cost
from manylanes._cost.price.table import Row, table
from manylanes._cost.read.held import Held
from manylanes._cost.show.cost import Cost, LoopAt, OpCost, PlaceCost
from manylanes._cost.walk.residuals import residuals
from manylanes._specs import SpecError

__all__ = [
    "Bound",
    "Cost",
    "Held",
    "LoopAt",
    "OpCost",
    "PlaceCost",
    "Row",
    "SpecError",
    "cost",
    "residuals",
    "table",
]
