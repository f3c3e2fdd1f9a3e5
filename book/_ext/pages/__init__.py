"""Parts of a page other than its text: chapter heads, links, tables of tasks, and metadata."""
