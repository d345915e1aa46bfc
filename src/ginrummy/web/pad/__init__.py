"""The score pad for real cards: kept in the browser, with the law of the server."""
