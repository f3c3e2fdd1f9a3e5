# tries: Uses a whole row of the exported table as its name, which gives a student full marks.
# defence: cells of exported tables escaped
# gains: the table
# status: passed
# student: "x\\n02_second,,,eve,Eve,,,100,0,100,100"
# answer: right
