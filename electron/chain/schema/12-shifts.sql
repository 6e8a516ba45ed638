-- Whether a list of { currency, amount } has an amount other than zero. It accepts anything that a till
-- may have stored: an error would end this step. The index stores its results: a change needs a step
-- that creates the index again.
CREATE OR REPLACE FUNCTION chain.is_different(p_difference jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT FROM jsonb_path_query(p_difference, '$[*].amount') a
    WHERE CASE WHEN a #>> '{}' ~ '^-?\d{1,18}(\.\d{1,9})?$'
      THEN (a #>> '{}')::numeric <> 0 ELSE false END) $$;
CREATE INDEX shifts_different ON chain.shifts (opened_at)
  WHERE closed_at IS NOT NULL AND chain.is_different(difference);
