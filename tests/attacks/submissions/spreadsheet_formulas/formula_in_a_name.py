# tries: Uses a spreadsheet formula as its name, which sends data elsewhere when the instructor opens the export.
# defence: cells of exported tables escaped
# gains: the table
# status: passed
# student: "=HYPERLINK(1+1)"
# answer: right
