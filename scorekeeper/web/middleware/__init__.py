"""Around every request: headers, compression, the session cookie, polls without news."""
