"""The terminal table: a Textual application over `ginrummy.terminal`."""
