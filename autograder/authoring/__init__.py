"""What writes a course and proves it: promises, skeletons, and a watch over the files."""
