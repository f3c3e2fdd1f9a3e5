"""Names of platforms. In lower case, each name may be a column of `students.csv`."""

CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE = "Canvas", "Moodle", "Blackboard", "Brightspace"
