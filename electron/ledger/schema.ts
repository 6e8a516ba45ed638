import { AUDIT_MIGRATION } from './migration-audit.ts';
import { BILLER_NAMES_MIGRATION } from './migration-biller-names.ts';
import { CASH_MIGRATION } from './migration-cash.ts';
import { DAYS_MIGRATION } from './migration-days.ts';
import { DRAWER_MIGRATION } from './migration-drawer.ts';
import { MANY_PAYMENTS_MIGRATION } from './migration-many-payments.ts';
import { RECONCILIATION_MIGRATION } from './migration-reconciliation.ts';
import { STAFF_MIGRATION } from './migration-staff.ts';

/**
 * The migrations of a ledger, in order; the database's `user_version` counts those done. A
 * migration that has been shipped is never edited: the next one mends it.
 *
 * Amounts are decimal text with their currency beside them; times are ISO 8601 text in UTC.
 * Intent, outcome and paper are separate tables, and no column of one is derived from another.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE cashiers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
    pin_hash TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    locked_until TEXT,
    created_at TEXT NOT NULL,
    disabled_at TEXT
  ) STRICT;

  CREATE TABLE shifts (
    id TEXT PRIMARY KEY,
    opened_at TEXT NOT NULL,
    opened_by TEXT NOT NULL REFERENCES cashiers (id),
    closed_at TEXT,
    closed_by TEXT REFERENCES cashiers (id)
  ) STRICT;

  -- What we decided to send. Written and synced before the first byte; never changed afterwards.
  CREATE TABLE intents (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('bill', 'top-up', 'gift-card', 'cash-out', 'cancel')),
    created_at TEXT NOT NULL,
    version TEXT NOT NULL,
    external_id TEXT NOT NULL UNIQUE,
    idempotency_key TEXT NOT NULL UNIQUE,
    target TEXT NOT NULL,
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
    -- JSON: the rate used, with its date; null where the currencies are one.
    rate TEXT,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    cashier_name TEXT NOT NULL,
    pos_number TEXT NOT NULL,
    shift_id TEXT NOT NULL REFERENCES shifts (id),
    is_drp INTEGER NOT NULL DEFAULT 0,
    -- A cancel names the payment that it takes back.
    cancels TEXT REFERENCES intents (id)
  ) STRICT;
  CREATE INDEX intents_by_time ON intents (created_at);
  CREATE INDEX intents_by_account ON intents (biller_id, account_number, created_at);

  -- Each time that the request was put on the wire: recorded before it was, ended by its answer.
  CREATE TABLE sends (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    -- The Date header's time.
    request_date TEXT NOT NULL,
    started_at TEXT NOT NULL,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    ended_at TEXT,
    result TEXT CHECK (result IN ('not-sent', 'done', 'refused', 'unknown')),
    http_status INTEGER,
    code TEXT,
    message TEXT,
    reason TEXT,
    -- The answer as it came, for evidence.
    raw TEXT,
    PRIMARY KEY (intent_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE look_ups (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('found', 'empty', 'unclear', 'failed')),
    service_time TEXT,
    detail TEXT,
    PRIMARY KEY (intent_id, number)
  ) STRICT, WITHOUT ROWID;

  -- What is known of the outcome. One row per intent, made with it.
  CREATE TABLE outcomes (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    state TEXT NOT NULL CHECK (state IN ('intent', 'sent', 'unknown', 'unclear', 'paid', 'rejected',
      'not-performed', 'by-hand-paid', 'by-hand-not-paid')),
    resolved_at TEXT,
    -- 'answer', 'look-up', 'never-sent', 'signature-died', 'by-hand'
    resolved_by TEXT,
    authorization TEXT,
    transaction_created_at TEXT,
    service_status TEXT,
    ticket_text TEXT,
    code TEXT,
    message TEXT,
    http_status INTEGER,
    unknown_because TEXT,
    -- What says that an earlier send arrived, or contradicts the look-ups: nothing is sent again,
    -- and no passing of time concludes it.
    evidence TEXT,
    next_look_up_at TEXT,
    seen_at TEXT,
    by_hand_cashier_id TEXT REFERENCES cashiers (id),
    by_hand_reason TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outcomes_open ON outcomes (state) WHERE state IN ('intent', 'sent', 'unknown', 'unclear');
  CREATE INDEX outcomes_unseen ON outcomes (intent_id) WHERE seen_at IS NULL;

  -- Everything that happened to a payment, in order, for the history.
  CREATE TABLE payment_events (
    id INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL REFERENCES intents (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    cashier_id TEXT,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX payment_events_by_intent ON payment_events (intent_id, id);

  -- Version 3.3: bills that a walk-in's look-up created, to be deleted at the service.
  CREATE TABLE walk_in_bills (
    bill_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    intent_id TEXT REFERENCES intents (id),
    delete_after TEXT,
    deleted_at TEXT
  ) STRICT;
  CREATE INDEX walk_in_bills_due ON walk_in_bills (delete_after) WHERE deleted_at IS NULL;

  -- What came out of the printer. A job is queued in the commit that makes it due, without bytes;
  -- the queue composes them before it prints, and they are kept as they were sent.
  CREATE TABLE print_jobs (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    intent_id TEXT REFERENCES intents (id),
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    columns INTEGER,
    bytes BLOB,
    -- The printer model that the bytes were composed for.
    model TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed', 'skipped')),
    reason TEXT,
    -- How the service's text stands in the bytes; null until they are composed.
    ticket_text TEXT CHECK (ticket_text IN ('none', 'exact', 'marked')),
    -- As many bytes as may have left us, written before the first one does.
    bytes_sent INTEGER,
    ended_at TEXT,
    cashier_id TEXT
  ) STRICT;
  CREATE INDEX print_jobs_by_intent ON print_jobs (intent_id, number);
  -- At most one original for each payment.
  CREATE UNIQUE INDEX print_jobs_original ON print_jobs (intent_id) WHERE kind = 'original';

  CREATE TABLE billers (
    id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('utility', 'top-up', 'gift-card', 'partner')),
    -- JSON: the biller as the contract declares it.
    biller TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE biller_lists (
    kind TEXT PRIMARY KEY,
    refreshed_at TEXT NOT NULL,
    count INTEGER NOT NULL,
    -- Since when the service has been answering far less than this list holds; null when it is not.
    doubted_at TEXT
  ) STRICT, WITHOUT ROWID;

  -- A biller that left the list is remembered while somebody may have its form open.
  CREATE TABLE departed_billers (
    id INTEGER PRIMARY KEY,
    biller TEXT NOT NULL,
    left_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE rates (
    currency TEXT PRIMARY KEY,
    per_usd TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rates_state (only INTEGER PRIMARY KEY CHECK (only = 1), fetched_at TEXT NOT NULL) STRICT;

  -- The shop's account as the service last told it.
  CREATE TABLE shop_account (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    balance TEXT NOT NULL,
    minimum_balance TEXT,
    currency TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

  -- How often this shop used a biller: what ranks the search.
  CREATE TABLE biller_uses (
    biller_id INTEGER PRIMARY KEY,
    uses INTEGER NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT;
  `,
  `
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

  ALTER TABLE payment_events ADD COLUMN approved_by TEXT REFERENCES cashiers (id);
  ALTER TABLE intents ADD COLUMN approved_by TEXT REFERENCES cashiers (id);
  ALTER TABLE intents ADD COLUMN reason TEXT;

  ALTER TABLE print_jobs ADD COLUMN approved_by TEXT REFERENCES cashiers (id);
  -- At most one slip that says that a payment failed.
  CREATE UNIQUE INDEX print_jobs_failed ON print_jobs (intent_id) WHERE kind = 'failed';

  CREATE TABLE favourite_billers (
    biller_id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT;

  -- Bills that somebody keeps at the service: no walk-in's payment deletes them.
  CREATE TABLE kept_bills (bill_id TEXT PRIMARY KEY, kept_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE INDEX intents_handing_over ON intents (created_at) WHERE kind IN ('cash-out', 'cancel');
  CREATE INDEX intents_by_cashier ON intents (cashier_id, created_at);
  CREATE INDEX intents_by_biller ON intents (biller_id, created_at);
  CREATE INDEX intents_by_account_alone ON intents (account_number, created_at);
  CREATE INDEX intents_by_amount ON intents (amount, created_at);
  CREATE INDEX intents_cancels ON intents (cancels) WHERE cancels IS NOT NULL;
  CREATE INDEX intents_by_account_end ON intents (substr(account_number, -4), created_at);
  CREATE INDEX outcomes_by_hand ON outcomes (state)
    WHERE state IN ('by-hand-paid', 'by-hand-not-paid');
  CREATE INDEX outcomes_by_authorization ON outcomes (authorization) WHERE authorization IS NOT NULL;
  `,
  `
  -- The service's text stands in the bytes as an image; \`ticket_text\` says whether any of it is
  -- marked.
  ALTER TABLE print_jobs ADD COLUMN ticket_is_drawn INTEGER NOT NULL DEFAULT 0
    CHECK (ticket_is_drawn IN (0, 1));
  `,
  AUDIT_MIGRATION,
  STAFF_MIGRATION,
  CASH_MIGRATION,
  RECONCILIATION_MIGRATION,
  MANY_PAYMENTS_MIGRATION,
  DRAWER_MIGRATION,
  DAYS_MIGRATION,
  BILLER_NAMES_MIGRATION,
];
