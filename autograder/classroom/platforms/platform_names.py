"""Names of the supported platforms. In lower case, the names are columns of `students.csv`."""

CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE = "Canvas", "Moodle", "Blackboard", "Brightspace"
