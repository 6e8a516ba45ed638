-- The print jobs and their results. Times are ISO 8601 in UTC.

  -- The shop's picture: once, whatever is printed with it. Its dots, and as each kind of printer
  -- gets them.
  CREATE TABLE pictures (
    -- The beginning of the SHA-256 of what it holds.
    digest TEXT PRIMARY KEY,
    -- Deflated.
    data BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- A job is queued, without bytes, in the commit that makes it due; the queue composes the bytes
  -- before it prints, and they are kept as they were sent.
  CREATE TABLE print_jobs (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    intent_id TEXT REFERENCES intents (id),
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    columns INTEGER,
    -- The printer model that the bytes were composed for.
    model TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed', 'skipped')),
    reason TEXT,
    -- How the service's text stands in the bytes; null until they are composed.
    ticket_text TEXT CHECK (ticket_text IN ('none', 'exact', 'marked')),
    -- The service's text goes on: it was too long to be printed with all of it.
    ticket_is_cut INTEGER NOT NULL DEFAULT 0
      CHECK (ticket_is_cut IN (0, 1)),
    -- How many bytes the job has; null until they are composed.
    byte_count INTEGER,
    -- How many bytes may have left us, written before the first one does.
    bytes_sent INTEGER,
    ended_at TEXT,
    cashier_id TEXT,
    approved_by TEXT REFERENCES cashiers (id),
    -- The service's text stands in the bytes as an image; `ticket_text` says whether any of it is
    -- marked.
    ticket_is_drawn INTEGER NOT NULL DEFAULT 0
      CHECK (ticket_is_drawn IN (0, 1)),
    -- Where in the bytes the pulse for the drawer begins; null where there is none.
    drawer_at INTEGER,
    -- The pulse of an earlier attempt may have left us: the drawer is not opened a second time.
    is_drawer_done INTEGER NOT NULL DEFAULT 0
      CHECK (is_drawer_done IN (0, 1)),
    -- The picture in the bytes, and where it begins; null where there is none.
    picture TEXT REFERENCES pictures (digest),
    picture_at INTEGER,
    -- `lines` and `bytes` are sealed: they may hold a gift card's code.
    is_sealed INTEGER NOT NULL DEFAULT 0 CHECK (is_sealed IN (0, 1)),
    -- The long ones stand last: SQLite reads a row from its beginning, as far as it is asked for.
    -- What a paper says that belongs to no payment: JSON of its lines.
    document TEXT,
    -- What stands on the paper, as it was laid out: JSON of its lines, deflated. Always kept.
    lines BLOB,
    -- The very bytes that were sent, without the picture, deflated; of a PDF file, the file.
    bytes BLOB
  ) STRICT;
  CREATE INDEX print_jobs_by_intent ON print_jobs (intent_id, number);
  CREATE INDEX print_jobs_to_do ON print_jobs (number) WHERE state IN ('waiting', 'printing');
  -- Those whose bytes may be dropped after the time that the owner has set.
  CREATE INDEX print_jobs_with_bytes ON print_jobs (ended_at) WHERE bytes IS NOT NULL;
  -- At most one original for each payment, and one slip that says that it failed.
  CREATE UNIQUE INDEX print_jobs_original ON print_jobs (intent_id) WHERE kind = 'original';
  CREATE UNIQUE INDEX print_jobs_failed ON print_jobs (intent_id) WHERE kind = 'failed';
