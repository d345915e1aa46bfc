"""The lessons in the browser: words and pictures, positions on the felt, the coach's reason."""
