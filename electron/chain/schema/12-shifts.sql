-- Of a list of { currency, amount }. In a step, because an index is made of it: a change needs
-- another index.
CREATE OR REPLACE FUNCTION chain.is_different(p_difference jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT FROM jsonb_array_elements(p_difference) e
    WHERE (e ->> 'amount')::numeric <> 0) $$;
CREATE INDEX shifts_different ON chain.shifts (opened_at)
  WHERE closed_at IS NOT NULL AND chain.is_different(difference);
