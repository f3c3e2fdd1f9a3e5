"""When a page is read, executed or written again."""
