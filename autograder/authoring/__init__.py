"""Create courses, tasks and chapters, and check that they follow the rules."""
