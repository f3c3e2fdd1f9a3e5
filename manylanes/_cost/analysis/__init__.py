"""Analyses that run before an op is counted: simplification, trip counts, liveness, free ops."""
