"""The deals of this server beside what chance deals."""
