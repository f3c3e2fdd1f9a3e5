"""Predictions of the reader, and rulings on claims."""
