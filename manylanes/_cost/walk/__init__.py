"""The walk over a program, which adds up what its ops cost."""
