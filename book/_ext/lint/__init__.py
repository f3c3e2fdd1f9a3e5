"""Rules for the source text of pages. A page that violates a rule causes a build error."""
