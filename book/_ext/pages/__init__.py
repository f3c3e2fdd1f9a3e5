"""Parts around the text of a page: chapter heads, links, tasks, metadata."""
