"""What comes out: a cost as data and as words."""
