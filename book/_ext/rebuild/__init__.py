"""Decide which pages are read, executed and written again."""
