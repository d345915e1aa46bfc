"""Games as text: records, score sheets, JSON, the rules and descriptions of play."""
