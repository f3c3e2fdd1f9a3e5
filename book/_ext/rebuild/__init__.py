"""Decide which pages are executed and read again, and execute several at the same time."""
