CREATE TABLE chain.bill_layouts (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Another one with each change, also after a restore.
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  layouts jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(layouts) = 'array'),
  patterns jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(patterns) = 'array'),
  set_by text NOT NULL DEFAULT session_user,
  set_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO chain.bill_layouts DEFAULT VALUES;
