"""Work, span and bytes of a program, counted from its StableHLO by one published table."""

from manylanes._cost.bound import Bound
from manylanes._cost.cost import Cost, OpCost
from manylanes._cost.count import cost
from manylanes._cost.table import Row, table
from manylanes._words import SpecError

__all__ = ["Bound", "Cost", "OpCost", "Row", "SpecError", "cost", "table"]
