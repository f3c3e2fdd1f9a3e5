"""What one op costs: the table, its rules, and who reads which bytes."""
