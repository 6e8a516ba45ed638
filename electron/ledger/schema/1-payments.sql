-- Payments. What we decided to send (`intents`) and what is known of its outcome (`outcomes`) are
-- separate tables, and neither is derived from the other.
--
-- Times are ISO 8601 in UTC. Amounts are decimal text: `amount` in `currency`, which is the
-- biller's; `fee`, `due`, `cash` and `change` in `shop_currency`.

  -- What we decided to send. Written and synced before the first byte leaves; never changed afterwards.
  CREATE TABLE intents (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('bill', 'top-up', 'gift-card', 'cash-out', 'cancel')),
    created_at TEXT NOT NULL,
    version TEXT NOT NULL,
    external_id TEXT NOT NULL UNIQUE,
    idempotency_key TEXT NOT NULL UNIQUE,
    target TEXT NOT NULL,
    -- The exact bytes of the request.
    body BLOB NOT NULL,
    biller_id INTEGER NOT NULL,
    biller_name TEXT NOT NULL,
    biller_kind TEXT NOT NULL,
    account_number TEXT NOT NULL,
    name_on_account TEXT,
    bill_id TEXT,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    fee TEXT,
    due TEXT NOT NULL,
    cash TEXT,
    change TEXT,
    shop_currency TEXT NOT NULL,
    -- JSON: the rate used, with its date; null where the two currencies are the same.
    rate TEXT,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    cashier_name TEXT NOT NULL,
    pos_number TEXT NOT NULL,
    shift_id TEXT NOT NULL REFERENCES shifts (id),
    is_drp INTEGER NOT NULL DEFAULT 0,
    -- A cancel names the payment that it takes back.
    cancels TEXT REFERENCES intents (id),
    -- The supervisor who allowed it, and why; null where nobody had to.
    approved_by TEXT REFERENCES cashiers (id),
    reason TEXT
  ) STRICT;
  CREATE INDEX intents_by_time ON intents (created_at);
  CREATE INDEX intents_by_account ON intents (biller_id, account_number, created_at);
  CREATE INDEX intents_handing_over ON intents (created_at) WHERE kind IN ('cash-out', 'cancel');
  CREATE INDEX intents_by_cashier ON intents (cashier_id, created_at);
  CREATE INDEX intents_by_biller ON intents (biller_id, created_at);
  CREATE INDEX intents_by_account_alone ON intents (account_number, created_at);
  CREATE INDEX intents_by_amount ON intents (amount, created_at);
  CREATE INDEX intents_cancels ON intents (cancels) WHERE cancels IS NOT NULL;
  CREATE INDEX intents_by_account_end ON intents (substr(account_number, -4), created_at);

  -- What billers were called when they were paid: the history is searched by it. A biller that has
  -- been renamed since has several names. Kept by the trigger alone.
  CREATE TABLE biller_names (
    biller_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (biller_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER biller_is_named AFTER INSERT ON intents
    BEGIN
      INSERT OR IGNORE INTO biller_names (biller_id, name) VALUES (NEW.biller_id, NEW.biller_name);
    END;

  -- Each time that the request was put on the wire: recorded before it was, ended by its answer.
  CREATE TABLE sends (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    -- The time in the request's Date header.
    request_date TEXT NOT NULL,
    started_at TEXT NOT NULL,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    ended_at TEXT,
    result TEXT CHECK (result IN ('not-sent', 'done', 'refused', 'unknown')),
    http_status INTEGER,
    code TEXT,
    message TEXT,
    reason TEXT,
    -- How long a refusal asks to wait (Retry-After).
    retry_after_seconds INTEGER,
    -- The answer as it came, for evidence; the beginning of a long one.
    raw TEXT,
    PRIMARY KEY (intent_id, number)
  ) STRICT, WITHOUT ROWID;

  -- Each time that the service was asked what became of a payment. `service_time` is the time at
  -- which it was asked, by the service's clock; null where its Date was disputed.
  CREATE TABLE look_ups (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('found', 'empty', 'unclear', 'failed')),
    service_time TEXT,
    detail TEXT,
    PRIMARY KEY (intent_id, number)
  ) STRICT, WITHOUT ROWID;

  -- What is known of the outcome: one row for each intent, made with it.
  CREATE TABLE outcomes (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    state TEXT NOT NULL CHECK (state IN ('intent', 'sent', 'unknown', 'unclear', 'paid', 'rejected',
      'not-performed', 'by-hand-paid', 'by-hand-not-paid')),
    resolved_at TEXT,
    -- 'answer', 'look-up', 'never-sent', 'signature-died', 'by-hand'
    resolved_by TEXT,
    authorization TEXT,
    -- As the service wrote it, in whatever form and zone.
    transaction_created_at TEXT,
    service_status TEXT,
    -- Within so many hours the service fulfils it or gives it back; null where it did not say.
    hours_to_fulfill REAL,
    -- Exactly as received, as far as it is printed; `long_ticket_texts` has all of a longer one.
    ticket_text TEXT,
    code TEXT,
    message TEXT,
    http_status INTEGER,
    unknown_because TEXT,
    -- What says that an earlier send arrived, or contradicts the look-ups: while it stands, nothing
    -- is sent again, and no passing of time concludes the payment.
    evidence TEXT,
    next_look_up_at TEXT,
    seen_at TEXT,
    by_hand_cashier_id TEXT REFERENCES cashiers (id),
    by_hand_reason TEXT,
    -- When the service performed it, in seconds since the epoch; null where it gave no time that can
    -- be read. The pattern keeps out words that SQLite would read as a moment, such as "now".
    performed_second INTEGER GENERATED ALWAYS AS (
      CASE WHEN transaction_created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9]*'
      THEN unixepoch(transaction_created_at) END) VIRTUAL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outcomes_open ON outcomes (state) WHERE state IN ('intent', 'sent', 'unknown', 'unclear');
  CREATE INDEX outcomes_unseen ON outcomes (intent_id) WHERE seen_at IS NULL;
  CREATE INDEX outcomes_by_authorization ON outcomes (authorization) WHERE authorization IS NOT NULL;
  CREATE INDEX outcomes_performed ON outcomes (performed_second, intent_id)
    WHERE state IN ('paid', 'by-hand-paid');
  CREATE INDEX outcomes_performed_undated ON outcomes (intent_id)
    WHERE state IN ('paid', 'by-hand-paid') AND performed_second IS NULL;

  -- The service's text with all of it, where it is longer than what is printed. Apart from its
  -- outcome, which is read and written many times.
  CREATE TABLE long_ticket_texts (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    text TEXT NOT NULL
  ) STRICT;

  -- Everything that happened to a payment, in order, for the history.
  CREATE TABLE payment_events (
    id INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL REFERENCES intents (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    cashier_id TEXT,
    -- JSON.
    detail TEXT NOT NULL,
    approved_by TEXT REFERENCES cashiers (id)
  ) STRICT;
  CREATE INDEX payment_events_by_intent ON payment_events (intent_id, id);

  -- Money that goes from the drawer to the customer after a confirmed cash-out or cancel.
  CREATE TABLE hand_overs (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    -- A supervisor let the money go although no slip had come out.
    released_at TEXT,
    released_by TEXT REFERENCES cashiers (id),
    release_reason TEXT,
    handed_at TEXT,
    handed_by TEXT REFERENCES cashiers (id)
  ) STRICT, WITHOUT ROWID;

  -- Confirmed, and its money not known to be handed over: the few that every start and every line of
  -- the status asks about, so that neither walks past a million payments. Kept by the triggers alone.
  CREATE TABLE pending_hand_overs (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER paid_when_made AFTER INSERT ON outcomes WHEN NEW.state IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO pending_hand_overs (intent_id)
        SELECT id FROM intents WHERE id = NEW.intent_id AND kind IN ('cash-out', 'cancel');
    END;
  CREATE TRIGGER paid_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND OLD.state NOT IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO pending_hand_overs (intent_id)
        SELECT id FROM intents WHERE id = NEW.intent_id AND kind IN ('cash-out', 'cancel');
    END;
  CREATE TRIGGER handed_over_at_once AFTER INSERT ON hand_overs WHEN NEW.handed_at IS NOT NULL
    BEGIN DELETE FROM pending_hand_overs WHERE intent_id = NEW.intent_id; END;
  CREATE TRIGGER handed_over_later AFTER UPDATE OF handed_at ON hand_overs
    WHEN NEW.handed_at IS NOT NULL
    BEGIN DELETE FROM pending_hand_overs WHERE intent_id = NEW.intent_id; END;

  -- What ended otherwise than most do, in the order of time: the history is searched by it, and must
  -- not read years of payments to find the newest few. Kept by the triggers alone.
  CREATE TABLE payments_by_state (
    state TEXT NOT NULL,
    created_at TEXT NOT NULL,
    intent_id TEXT NOT NULL REFERENCES intents (id),
    PRIMARY KEY (state, created_at, intent_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ended_when_made AFTER INSERT ON outcomes
    WHEN NEW.state IN ('rejected', 'not-performed', 'by-hand-paid', 'by-hand-not-paid')
    BEGIN
      INSERT OR IGNORE INTO payments_by_state (state, created_at, intent_id)
        SELECT NEW.state, created_at, id FROM intents WHERE id = NEW.intent_id;
    END;
  CREATE TRIGGER ended_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('rejected', 'not-performed', 'by-hand-paid', 'by-hand-not-paid')
    BEGIN
      INSERT OR IGNORE INTO payments_by_state (state, created_at, intent_id)
        SELECT NEW.state, created_at, id FROM intents WHERE id = NEW.intent_id;
    END;
  CREATE TRIGGER taken_back_when_made AFTER INSERT ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO payments_by_state (state, created_at, intent_id)
        SELECT 'taken-back', p.created_at, p.id FROM intents c JOIN intents p ON p.id = c.cancels
        WHERE c.id = NEW.intent_id;
    END;
  CREATE TRIGGER taken_back_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO payments_by_state (state, created_at, intent_id)
        SELECT 'taken-back', p.created_at, p.id FROM intents c JOIN intents p ON p.id = c.cancels
        WHERE c.id = NEW.intent_id;
    END;

  -- Version 3.3: bills that a walk-in's consultation created, to be deleted at the service.
  CREATE TABLE walk_in_bills (
    bill_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    intent_id TEXT REFERENCES intents (id),
    delete_after TEXT,
    deleted_at TEXT
  ) STRICT;
  CREATE INDEX walk_in_bills_due ON walk_in_bills (delete_after) WHERE deleted_at IS NULL;

  -- Bills that somebody keeps at the service: no walk-in's payment deletes them.
  CREATE TABLE kept_bills (bill_id TEXT PRIMARY KEY, kept_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
