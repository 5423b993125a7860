"""Around every request: headers, compression, the session cookie, posted forms, polls without
news."""
