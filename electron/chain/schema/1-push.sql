CREATE TABLE chain.refused_rows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  till_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  epoch int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  why text NOT NULL,
  -- As it came: it may hold what jsonb cannot.
  row json NOT NULL
);
CREATE INDEX refused_rows_by_till ON chain.refused_rows (till_id, at);
