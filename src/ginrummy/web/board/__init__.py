"""Pages of a table: the board of a seat, the end of a match, its replay."""
