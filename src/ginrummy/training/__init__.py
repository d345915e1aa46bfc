"""How our players came to play as they do: one runnable file a method."""
