-- The state of each till for a day, and the lease of the process that makes the daily file. The days
-- themselves are in `office-days.sql`.

-- The state of each till for a day, in seconds by the service's clock. A till that was enrolled after
-- the day is not missing, nor one that was retired before it began, because it sends nothing more. A
-- till that was retired later is missing until its rows of the day have arrived.
CREATE OR REPLACE FUNCTION chain.day_tills_v1(p_since bigint, p_until bigint) RETURNS TABLE (
  till_id uuid, shop text, pos_number text, standing text, seen_at timestamptz, epoch int,
  acked bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.till_id, t.shop, t.pos_number,
    CASE WHEN s.till_id IS NULL THEN 'never'
      WHEN NOT (s.complete_until >= p_until OR s.is_closed) THEN 'not-in'
      WHEN s.open_since IS NULL OR s.open_since >= p_until THEN 'in'
      ELSE 'in-but-open' END,
    s.seen_at, coalesce(s.epoch, 0), coalesce(s.acked, 0)
  FROM chain.tills t LEFT JOIN chain.standing s USING (till_id)
  WHERE t.enrolled_at < to_timestamp(p_until)
    AND (t.retired_at IS NULL OR t.retired_at >= to_timestamp(p_since)) $$;

-- The fence where the lease is the holder's now; null where another one has it.
CREATE OR REPLACE FUNCTION chain.take_lease_v1(p_name text, p_holder text, p_seconds int)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE f bigint;
BEGIN
  INSERT INTO chain.leases (name) VALUES (p_name) ON CONFLICT DO NOTHING;
  -- The clock of the moment: the transaction's may be from before it waited for this row.
  UPDATE chain.leases l SET holder = p_holder,
    fence = l.fence + (l.holder IS DISTINCT FROM p_holder OR l.until < clock_timestamp())::int,
    until = clock_timestamp() + make_interval(secs => p_seconds)
  WHERE l.name = p_name AND (l.until < clock_timestamp() OR l.holder = p_holder)
  RETURNING l.fence INTO f;
  RETURN f;
END $$;

CREATE OR REPLACE FUNCTION chain.release_lease_v1(p_name text, p_holder text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE chain.leases SET until = '-infinity' WHERE name = p_name AND holder = p_holder $$;
