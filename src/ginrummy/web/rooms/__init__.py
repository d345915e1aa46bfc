"""Rooms: lasting places of groups, with their people, their evenings and the standings of each."""
