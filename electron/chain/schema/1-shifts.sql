CREATE TABLE chain.shifts (
  ledger_id uuid NOT NULL,
  shift_id text NOT NULL,
  till_id uuid NOT NULL,
  epoch int NOT NULL,
  number bigint NOT NULL,
  shift_number bigint,
  opened_at timestamptz NOT NULL,
  opened_by text NOT NULL,
  closed_at timestamptz,
  closed_by text,
  -- Each a list of { currency, amount }.
  float jsonb NOT NULL,
  counted jsonb,
  expected jsonb,
  difference jsonb,
  PRIMARY KEY (ledger_id, shift_id)
);
CREATE INDEX shifts_by_time ON chain.shifts (opened_at);
CREATE INDEX shifts_by_till ON chain.shifts (till_id, opened_at);

CREATE TABLE chain.z_reports (
  ledger_id uuid NOT NULL,
  z_number bigint NOT NULL,
  till_id uuid NOT NULL,
  epoch int NOT NULL,
  number bigint NOT NULL,
  shift_id text NOT NULL,
  at timestamptz NOT NULL,
  -- A list of { name, count, currency, amount }.
  totals jsonb NOT NULL,
  PRIMARY KEY (ledger_id, z_number, shift_id)
);
CREATE INDEX z_reports_by_time ON chain.z_reports (at);

CREATE TABLE chain.refunds (
  ledger_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  till_id uuid NOT NULL,
  epoch int NOT NULL,
  number bigint NOT NULL,
  at timestamptz NOT NULL,
  amount numeric NOT NULL CHECK (amount > -1e18 AND amount < 1e18),
  currency text NOT NULL,
  owed_to text NOT NULL CHECK (owed_to IN ('customer', 'shop')),
  settled_at timestamptz,
  settled text CHECK (settled IN ('handed-back', 'taken-in', 'decided')),
  PRIMARY KEY (ledger_id, payment_id)
);
CREATE INDEX refunds_by_time ON chain.refunds (at);
