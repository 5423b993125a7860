-- The journal. A sheet is the fold of its events; nothing is updated or deleted.

CREATE TABLE sheet (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    writer BLOB NOT NULL UNIQUE CHECK (length(writer) = 32),  -- SHA-256 of the token that may write
    reader BLOB NOT NULL UNIQUE CHECK (length(reader) = 32)   -- SHA-256 of the token that may read
) STRICT;

CREATE TABLE event (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),                     -- from 1, without gaps
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),   -- born with the form: once and only once
    kind TEXT NOT NULL,
    body TEXT NOT NULL,                                       -- JSON: answers, never scores
    at TEXT NOT NULL,                                         -- UTC; shown, never used for order
    hash BLOB NOT NULL CHECK (length(hash) = 32),             -- SHA-256 of the hash before, and of this event
    PRIMARY KEY (sheet, seq),                                 -- the events of one sheet lie together
    UNIQUE (sheet, key)
) STRICT, WITHOUT ROWID;
