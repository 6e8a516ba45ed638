CREATE TABLE chain.environment (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  name text NOT NULL CHECK (name IN ('training', 'sandbox', 'production')),
  said_by uuid REFERENCES chain.tills,
  said_at timestamptz NOT NULL DEFAULT now()
);
