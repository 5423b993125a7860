-- The event journal: a sheet is the fold of its events. Events are only appended; deleting a sheet deletes its events.

CREATE TABLE sheet (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    writer BLOB NOT NULL UNIQUE CHECK (length(writer) = 32),  -- SHA-256 of the write token
    reader BLOB NOT NULL UNIQUE CHECK (length(reader) = 32)   -- SHA-256 of the read-only token
) STRICT;

CREATE TABLE event (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),                     -- from 1, without gaps
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),   -- idempotency key of the form
    kind TEXT NOT NULL,
    body TEXT NOT NULL,                                       -- JSON: answers, never scores
    at TEXT NOT NULL,                                         -- UTC; shown, never used for order
    hash BLOB NOT NULL CHECK (length(hash) = 32),             -- SHA-256 of the previous hash and this event
    PRIMARY KEY (sheet, seq),                                 -- clusters the events of one sheet
    UNIQUE (sheet, key)
) STRICT, WITHOUT ROWID;
