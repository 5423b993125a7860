"""Around every request: headers, compression, the session cookie, health, idle polls."""
