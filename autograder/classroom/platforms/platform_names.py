"""Names of platforms. In lower case, each may be the name of a column of `students.csv`."""

CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE = "Canvas", "Moodle", "Blackboard", "Brightspace"
