"""Names of the supported platforms. In lower case, they also name columns of `students.csv`."""

CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE = "Canvas", "Moodle", "Blackboard", "Brightspace"
