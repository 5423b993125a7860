-- The event journal in PostgreSQL: the tables of sqlite/schema.sql. No sequence, no trigger, no lock but those of rows.

CREATE TABLE IF NOT EXISTS sheet (
    id bigint PRIMARY KEY CHECK (id > 0)                      -- 63 random bits
);

CREATE TABLE IF NOT EXISTS access (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    sheet bigint NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    may_write boolean NOT NULL,
    checksum bigint NOT NULL                                  -- CRC-32 of the row, as the chain covers events
);

CREATE INDEX IF NOT EXISTS access_by_sheet ON access (sheet);

CREATE TABLE IF NOT EXISTS name (
    sheet bigint NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    player integer NOT NULL CHECK (player >= 0),
    name text NOT NULL,
    checksum bigint NOT NULL,
    PRIMARY KEY (sheet, player)
);

CREATE TABLE IF NOT EXISTS event (
    sheet bigint NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq integer NOT NULL CHECK (seq > 0),
    key text NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
    kind text NOT NULL,
    body text NOT NULL,
    at text NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (sheet, seq),
    UNIQUE (sheet, key)
);

CREATE TABLE IF NOT EXISTS summary (
    sheet bigint PRIMARY KEY REFERENCES sheet (id) ON DELETE CASCADE,
    hash bytea NOT NULL,                                      -- of the last event that the summary counts
    program text NOT NULL,                                    -- the version of the code that computed it
    body text NOT NULL,                                       -- a cache: no part of the chain, not copied by a move
    checksum bigint NOT NULL                                  -- CRC-32, in the place of a chained hash
);

CREATE TABLE IF NOT EXISTS property (
    name text PRIMARY KEY,                                    -- "version": of these tables; "mark": see Journal.set_mark
    value text NOT NULL
);
