"""Rules for the source text of pages. A breach is a build error."""
