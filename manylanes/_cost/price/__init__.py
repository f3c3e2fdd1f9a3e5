"""The cost of one op: the published table, its rules and the model of memory traffic."""
