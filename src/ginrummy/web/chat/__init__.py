"""Chat of players: a fixed list of phrases, shown in each reader's language."""
