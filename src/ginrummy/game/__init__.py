"""Cards, moves, hands and matches as immutable values, and what each seat may see."""
