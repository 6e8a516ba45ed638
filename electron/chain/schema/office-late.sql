-- Payments that turn out to be performed, or arrive, after the file of their day was made: marked
-- in the commit that stores them, and compared with the file by `electron/chain/server/daily-file`.

-- In the very commit that brings the row. Only rows of days that have a file cost anything.
CREATE OR REPLACE FUNCTION chain.mark_late() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE made bigint;
BEGIN
  SELECT max(until_second) INTO made FROM chain.days WHERE made_at IS NOT NULL;
  IF made IS NOT NULL THEN
    INSERT INTO chain.late_marks (ledger_id, payment_id, intent_day, second)
    SELECT n.ledger_id, n.payment_id, n.intent_day, n.performed_second
    FROM new_rows n
    WHERE n.state IN ('paid', 'by-hand-paid') AND n.kind <> 'cancel'
      AND n.performed_second < made
    ORDER BY n.ledger_id, n.payment_id
    ON CONFLICT (ledger_id, payment_id) DO UPDATE SET second = excluded.second;
  END IF;
  RETURN NULL;
END $$;

-- The same, of what changed by it. A row that is only told again, or whose account is shortened,
-- is not late: the bytes in which it would be looked for may be gone. Whole days are shortened at
-- once, of which a nested loop would never come to an end.
CREATE OR REPLACE FUNCTION chain.mark_late_change() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_nestloop = off AS $$
DECLARE made bigint;
BEGIN
  SELECT max(until_second) INTO made FROM chain.days WHERE made_at IS NOT NULL;
  IF made IS NOT NULL THEN
    INSERT INTO chain.late_marks (ledger_id, payment_id, intent_day, second)
    SELECT n.ledger_id, n.payment_id, n.intent_day, n.performed_second
    FROM new_rows n JOIN old_rows o USING (intent_day, ledger_id, payment_id)
    WHERE n.state IN ('paid', 'by-hand-paid') AND n.kind <> 'cancel'
      AND n.performed_second < made AND (o.state NOT IN ('paid', 'by-hand-paid')
        OR (n.performed_second, n.authorization_id)
          IS DISTINCT FROM (o.performed_second, o.authorization_id))
    ORDER BY n.ledger_id, n.payment_id
    ON CONFLICT (ledger_id, payment_id) DO UPDATE SET second = excluded.second;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER mark_late_insert AFTER INSERT ON chain.payments
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION chain.mark_late();

CREATE OR REPLACE TRIGGER mark_late_update AFTER UPDATE ON chain.payments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION chain.mark_late_change();

-- Marks what a till had not yet said as the file was made: for transactions that were under way
-- then.
CREATE OR REPLACE FUNCTION chain.search_late_v1(p_fence bigint, p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE d chain.days;
BEGIN
  PERFORM chain.hold_fence(p_fence);
  SELECT * INTO d FROM chain.days WHERE day = p_day;
  INSERT INTO chain.late_marks (ledger_id, payment_id, intent_day, second)
  SELECT p.ledger_id, p.payment_id, p.intent_day, p.performed_second
  FROM chain.payments p LEFT JOIN chain.day_tills t ON t.day = p_day AND t.till_id = p.till_id
  WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
    AND p.performed_second >= d.since_second
    AND p.performed_second < d.until_second
    AND (t.till_id IS NULL OR (p.epoch, p.number) > (t.epoch, t.acked)
      -- Closed by a person: no till said it.
      OR p.state_epoch = 0)
  ON CONFLICT DO NOTHING;
  UPDATE chain.days SET searched_at = clock_timestamp() WHERE day = p_day;
END $$;

CREATE OR REPLACE FUNCTION chain.unsearched_days_v1(p_seconds int) RETURNS SETOF date
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT day FROM chain.days
  WHERE searched_at IS NULL AND made_at < clock_timestamp() - make_interval(secs => p_seconds)
    AND (offered_at IS NOT NULL OR handed_in_at IS NOT NULL)
  ORDER BY day LIMIT 40 $$;

-- Of days whose bytes stay: what is marked and not yet judged, with the file that it may be in.
CREATE OR REPLACE FUNCTION chain.late_candidates_v1(p_limit int) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.transaction_json(p) || jsonb_build_object('day', d.day, 'build', d.build,
    'isLeftOut', d.left_out @> jsonb_build_array(jsonb_build_object('paymentId', p.payment_id)))
  FROM chain.late_marks m
  JOIN chain.days d ON m.second >= d.since_second AND m.second < d.until_second
    AND d.made_at IS NOT NULL AND (d.offered_at IS NOT NULL OR d.handed_in_at IS NOT NULL)
  JOIN chain.payments p ON p.intent_day = m.intent_day AND p.ledger_id = m.ledger_id
    AND p.payment_id = m.payment_id
  ORDER BY d.day, m.second LIMIT least(p_limit, 5000) $$;

CREATE OR REPLACE FUNCTION chain.settle_late_v1(p_fence bigint, p_settled jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  INSERT INTO chain.late_rows (day, ledger_id, payment_id, till_id, difference)
  SELECT s.day, s.ledger, s.payment, s.till, s.difference
  FROM jsonb_to_recordset(p_settled) AS s(day date, ledger uuid, payment uuid, till uuid,
    second bigint, difference jsonb)
  WHERE s.difference IS NOT NULL
  ON CONFLICT (day, ledger_id, payment_id) DO UPDATE SET difference = excluded.difference;
  DELETE FROM chain.late_marks m USING jsonb_to_recordset(p_settled) AS s(ledger uuid, payment uuid,
    second bigint)
  WHERE m.ledger_id = s.ledger AND m.payment_id = s.payment AND m.second = s.second;
END $$;

-- Marks of days that the chain does not report, or whose rows are gone.
CREATE OR REPLACE FUNCTION chain.drop_marks_v1(p_fence bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  DELETE FROM chain.late_marks m
  WHERE NOT EXISTS (SELECT FROM chain.days d WHERE m.second >= d.since_second
    AND m.second < d.until_second);
END $$;

CREATE OR REPLACE FUNCTION chain.late_rows_v1(p_day date, p_limit int) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.difference FROM chain.late_rows l WHERE l.day = p_day ORDER BY l.at LIMIT least(p_limit,
    1000) $$;
