-- Whether a list of { currency, amount } has an amount other than zero. The index stores its results:
-- a change needs a step that creates the index again.
CREATE OR REPLACE FUNCTION chain.is_different(p_difference jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT FROM jsonb_array_elements(p_difference) e
    WHERE (e ->> 'amount')::numeric <> 0) $$;
CREATE INDEX shifts_different ON chain.shifts (opened_at)
  WHERE closed_at IS NOT NULL AND chain.is_different(difference);
