-- The business day from which the chain makes the daily file: one row, set by the tills. The first
-- till to join sets it; a till that made its own file until then may move it later for all tills,
-- because its own file of the earlier days is still sent, but only until the chain's first file is
-- made, which makes the day final.

CREATE OR REPLACE FUNCTION chain.joined_v1(p_day date, p_second bigint, p_hands_in boolean)
RETURNS TABLE (day date, second bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE t uuid := chain.must_be_till(); today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  -- Who changes nothing locks nothing, and who changes it waits for nobody: the row is needed by all.
  -- A till whose clock is wrong, or whose login was stolen, moves it by a few days at most; and one
  -- that entered long ago is only told it.
  IF p_day BETWEEN today - 31 AND today + 2
    AND abs(p_second - extract(epoch FROM p_day::timestamptz)) <= 2 * 86400
    AND NOT EXISTS (SELECT FROM chain.first_day f WHERE NOT
      (p_hands_in AND f.settled_at IS NULL AND f.day > today - 2 AND f.day < p_day))
  THEN
    BEGIN
      INSERT INTO chain.first_day AS f (day, second, said_by) VALUES (p_day, p_second, t)
      ON CONFLICT (is_only) DO UPDATE
        SET day = excluded.day, second = excluded.second, said_by = t, said_at = now()
        WHERE p_hands_in AND f.settled_at IS NULL AND f.day > today - 2 AND f.day < excluded.day;
    EXCEPTION WHEN lock_not_available THEN
      -- The till asks again.
    END;
  END IF;
  RETURN QUERY SELECT f.day, f.second FROM chain.first_day f;
END $$;
