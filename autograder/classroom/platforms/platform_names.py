"""Names of the platforms with archives and tables. In lower case, they are names of columns."""

CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE = "Canvas", "Moodle", "Blackboard", "Brightspace"
