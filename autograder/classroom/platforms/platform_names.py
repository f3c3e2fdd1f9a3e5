"""The names of the platforms whose archives and tables are read. In lower case they are columns."""

CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE = "Canvas", "Moodle", "Blackboard", "Brightspace"
