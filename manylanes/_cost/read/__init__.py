"""Read a program and its arguments into plain Python objects."""
