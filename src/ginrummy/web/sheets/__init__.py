"""Sheets of evenings with real cards: kept on the server or in the browser, shared by a link."""
