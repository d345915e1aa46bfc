"""The bots of the server: what they are called, what they decide, and the processes in which they think."""
