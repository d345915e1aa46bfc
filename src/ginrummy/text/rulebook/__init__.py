"""Rule book: the rules of any variant in words, and every option with its meaning, generated from the row."""
