CREATE TABLE chain.first_day (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  day date NOT NULL,
  -- Its first second, by the service's clock.
  second bigint NOT NULL,
  said_by uuid REFERENCES chain.tills,
  said_at timestamptz NOT NULL DEFAULT now(),
  -- When the first file was made.
  settled_at timestamptz
);
