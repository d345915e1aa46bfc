"""What players say to each other: a fixed list of phrases, each read in the reader's language."""
