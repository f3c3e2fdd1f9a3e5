"""HTML elements, formulas, and changes to the theme."""
