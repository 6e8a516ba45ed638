-- Shortens the account numbers in stored daily files and comparisons together with those of the
-- payments.

-- The oldest day of payments whose accounts are not shortened yet.
CREATE OR REPLACE FUNCTION chain.next_to_shorten_v1() RETURNS date
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT shortened_until FROM chain.office_state), (SELECT min(intent_day)
    FROM chain.payments)) $$;

-- Differences keep the last four.
CREATE OR REPLACE FUNCTION chain.shorten_difference(d jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(d->'accountNumber') = 'string'
    THEN jsonb_set(d, '{accountNumber}', to_jsonb(right(d->>'accountNumber', 4))) ELSE d END $$;

-- The payments of a day were shortened: with them go the file's own bytes, and what quotes them.
CREATE OR REPLACE FUNCTION chain.shortened_v1(p_fence bigint, p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.office_state SET shortened_until = p_day + 1;
  DELETE FROM chain.day_pieces WHERE day <= p_day;
  UPDATE chain.refused_rows SET row = json_build_object('change', row ->> 'change', 'n',
    row ->> 'n', 'id', row ->> 'id')
  WHERE at < p_day + 1 AND row::text LIKE '%"account"%';
  UPDATE chain.late_rows SET difference = chain.shorten_difference(difference) WHERE day <= p_day
    AND length(difference->>'accountNumber') > 4;
  UPDATE chain.comparisons SET comparison = jsonb_set(comparison, '{differences}', (
    SELECT coalesce(jsonb_agg(chain.shorten_difference(e)), '[]')
      FROM jsonb_array_elements(comparison->'differences') e))
  WHERE day = p_day;
END $$;

CREATE OR REPLACE FUNCTION chain.forget_service_rows_v1(p_fence bigint, p_before bigint,
  p_limit int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE gone bigint;
BEGIN
  PERFORM chain.hold_fence(p_fence);
  DELETE FROM chain.service_rows WHERE id IN (
    SELECT id FROM chain.service_rows
    WHERE second < p_before OR second IS NULL AND read_at < to_timestamp(p_before)
      LIMIT least(p_limit, 50000));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

CREATE OR REPLACE FUNCTION chain.forget_days_v1(p_fence bigint, p_before date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  DELETE FROM chain.late_rows WHERE day < p_before;
  DELETE FROM chain.comparisons WHERE day < p_before;
  DELETE FROM chain.day_tills WHERE day < p_before;
  DELETE FROM chain.day_attempts WHERE day < p_before;
  DELETE FROM chain.day_pieces WHERE day < p_before;
END $$;
