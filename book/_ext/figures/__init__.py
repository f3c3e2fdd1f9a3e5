"""Charts, explorables and traces."""
