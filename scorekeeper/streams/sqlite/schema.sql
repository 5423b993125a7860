-- The event journal: a sheet is the fold of its events. Events are only appended; deleting a sheet deletes its rows everywhere.

CREATE TABLE sheet (
    id INTEGER PRIMARY KEY                                    -- 63 random bits; before version 1.0 counted from 1
) STRICT;

CREATE TABLE access (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),  -- SHA-256 of an access token
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    may_write INTEGER NOT NULL CHECK (may_write IN (0, 1)),
    checksum INTEGER NOT NULL                                 -- CRC-32 of the row, as the chain covers events
) STRICT, WITHOUT ROWID;

CREATE INDEX access_by_sheet ON access (sheet);

CREATE TABLE name (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),              -- from 0, in the order of arrival
    name TEXT NOT NULL,                                       -- empty: erased
    checksum INTEGER NOT NULL,
    PRIMARY KEY (sheet, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),                     -- from 1, without gaps
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),   -- idempotency key of the form
    kind TEXT NOT NULL,
    body TEXT NOT NULL,                                       -- JSON: answers, never scores, never names
    at TEXT NOT NULL,                                         -- UTC; shown, never used for order
    hash BLOB NOT NULL CHECK (length(hash) = 32),             -- SHA-256 of the previous hash and this event
    PRIMARY KEY (sheet, seq),                                 -- clusters the events of one sheet
    UNIQUE (sheet, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE summary (
    sheet INTEGER PRIMARY KEY REFERENCES sheet (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,                                       -- of the last event that the summary counts
    program TEXT NOT NULL,                                    -- the version of the code that computed it
    body TEXT NOT NULL,                                       -- a cache: no part of the chain, not copied by a move
    checksum INTEGER NOT NULL                                 -- CRC-32, in the place of a chained hash
) STRICT;

CREATE TABLE property (
    name TEXT PRIMARY KEY,                                    -- "mark": moved to another database, or not yet whole
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
