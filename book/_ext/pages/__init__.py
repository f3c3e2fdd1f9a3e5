"""What surrounds the text of a page: chapter heads, links, tasks, metadata."""
