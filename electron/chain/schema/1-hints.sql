CREATE SEQUENCE chain.hint_numbers;
CREATE TABLE chain.hints (
  -- Another one each time that the same name is hinted at.
  id bigint NOT NULL UNIQUE DEFAULT nextval('chain.hint_numbers'),
  kind text NOT NULL CHECK (kind IN ('bill', 'transaction', 'external-id')),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  at timestamptz NOT NULL DEFAULT now(),
  -- Null where nobody has told of it yet, and of a bill.
  till_id uuid,
  done_at timestamptz,
  PRIMARY KEY (kind, key)
);
ALTER SEQUENCE chain.hint_numbers OWNED BY chain.hints.id;
CREATE INDEX hints_waiting ON chain.hints (till_id, id) WHERE done_at IS NULL;
CREATE INDEX hints_at_bills ON chain.hints (id) WHERE kind = 'bill';
CREATE INDEX hints_by_time ON chain.hints (at);
-- Which hints at bills a till has done: the newest of them.
CREATE TABLE chain.bill_hints_done (
  till_id uuid PRIMARY KEY REFERENCES chain.tills,
  id bigint NOT NULL
) WITH (fillfactor = 50);
