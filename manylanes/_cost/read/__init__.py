"""What goes in: a program and its arguments, read into plain objects."""
