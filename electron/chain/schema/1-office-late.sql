-- Payments that turn out performed, or arrive, after the file of their day was made.
CREATE TABLE chain.late_marks (
  ledger_id uuid NOT NULL, payment_id uuid NOT NULL, intent_day date NOT NULL,
    second bigint NOT NULL,
  PRIMARY KEY (ledger_id, payment_id)
);
CREATE TABLE chain.late_rows (
  day date NOT NULL, ledger_id uuid NOT NULL, payment_id uuid NOT NULL, till_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(), difference jsonb NOT NULL,
  PRIMARY KEY (day, ledger_id, payment_id)
);
