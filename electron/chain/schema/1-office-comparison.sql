-- The service's own list, as it was read; the second, independent proof. No file is made of it.
CREATE TABLE chain.service_rows (
  id text PRIMARY KEY, external_id text, second bigint, biller_id bigint, account_number text,
  amount text, currency text, status text,
  -- What the status means: 'none' where the service told none.
  class text NOT NULL,
  read_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 80);
CREATE INDEX service_rows_second ON chain.service_rows (second);
-- From when on until when the list was read without a gap, by the service's time.
CREATE TABLE chain.service_list (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), since_second bigint,
    until_second bigint);
INSERT INTO chain.service_list DEFAULT VALUES;
CREATE TABLE chain.comparisons (day date PRIMARY KEY, at timestamptz NOT NULL,
  comparison jsonb NOT NULL);
