"""Create courses, tasks and chapters, and check the rules that they must keep."""
