CREATE TABLE chain.tills (
  till_id uuid PRIMARY KEY,
  role_name text NOT NULL UNIQUE,
  shop text NOT NULL,
  pos_number text NOT NULL,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);

CREATE TABLE chain.standing (
  till_id uuid PRIMARY KEY REFERENCES chain.tills,
  ledger_id uuid,
  -- A ledger that was restored begins another epoch, under a key of its own.
  epoch int NOT NULL DEFAULT 0,
  epoch_key uuid,
  -- Where that epoch's ledger stood when it said hello: once it has sent that far, whatever it
  -- has not sent again it does not hold.
  epoch_head bigint NOT NULL DEFAULT 0,
  epoch_since timestamptz,
  acked bigint NOT NULL DEFAULT 0,
  -- The mark of the change that stands at that number.
  acked_mark text,
  session bigint NOT NULL DEFAULT 0,
  session_since timestamptz,
  -- Seconds by the service's clock: all that was performed before it is here.
  complete_until bigint NOT NULL DEFAULT 0,
  -- It has said goodbye, and performs nothing until its next hello.
  is_closed boolean NOT NULL DEFAULT false,
  -- The first send of the oldest payment that is unresolved, by the service's clock.
  open_since bigint,
  unresolved int NOT NULL DEFAULT 0,
  papers int NOT NULL DEFAULT 0,
  version text,
  -- As the till says it, which may not be the one that it was enrolled with.
  pos_number text,
  backup_at timestamptz,
  clock_offset double precision,
  audit_number bigint,
  audit_digest text,
  service text,
  printer text,
  seen_at timestamptz
) WITH (fillfactor = 50);

-- The newest epoch of each ledger, whichever till has told it: one that was retired and enrolled
-- again tells the same ledger under another login.
CREATE TABLE chain.ledgers (
  ledger_id uuid PRIMARY KEY,
  epoch int NOT NULL
);

-- How long what is kept: one row.
CREATE TABLE chain.keeping (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Then account numbers are shortened to their last four characters.
  account_days int NOT NULL DEFAULT 100 CHECK (account_days > 0),
  -- Then payments go.
  payment_days int NOT NULL DEFAULT 400 CHECK (payment_days >= account_days)
);
INSERT INTO chain.keeping DEFAULT VALUES;
