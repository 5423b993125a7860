-- Version 1 as it was: it never changes.

CREATE TABLE sheet (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    writer BLOB NOT NULL UNIQUE CHECK (length(writer) = 32),
    reader BLOB NOT NULL UNIQUE CHECK (length(reader) = 32)
) STRICT;

CREATE TABLE event (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (sheet, seq),
    UNIQUE (sheet, key)
) STRICT;
