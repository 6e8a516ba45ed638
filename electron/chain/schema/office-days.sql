-- The chain's business days, their files, and the election of the process that makes them. A day is
-- a date in the chain's time zone; bounds are seconds since the epoch by the service's clock. Each
-- change by the elected process carries its fence, and is rejected once another process was
-- elected.

-- Refuses whoever is no longer the elected one; a takeover waits until the caller has committed.
CREATE OR REPLACE FUNCTION chain.hold_fence(p_fence bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM chain.leases WHERE name = 'maker' AND fence = p_fence FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process makes the file now' USING ERRCODE = 'MS002';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION chain.lease_v1(p_name text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('holder', holder, 'fence', fence, 'until', until, 'isHeld',
    until > clock_timestamp())
  FROM chain.leases WHERE name = p_name $$;

-- Since when the server may have the file. After a restore whose note says so, somebody may have uploaded
-- each file that was due before it: a person decides.
CREATE OR REPLACE FUNCTION chain.in_doubt_since(d chain.days) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT coalesce(d.in_doubt_at, (SELECT o.at FROM chain.office_notes o
    WHERE o.name = 'restore' AND (o.note ->> 'uploadsAreUnknown')::boolean AND d.due_at < o.at
      AND d.uploaded_at IS NULL AND d.handed_in_at IS NULL
      AND NOT EXISTS (SELECT FROM chain.day_acts a WHERE a.day = d.day AND a.at > o.at
        AND a.act IN ('sent-again', 'not-handed-in')))) $$;

CREATE OR REPLACE FUNCTION chain.day_json(d chain.days) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('day', d.day, 'since', d.since_second, 'until', d.until_second,
    'dueAt', d.due_at, 'name', d.name, 'build', d.build, 'madeAt', d.made_at, 'lines', d.lines,
    'bytes', d.bytes, 'sha256', d.sha256, 'totals', d.totals, 'leftOut', d.left_out,
    'misdated', (SELECT count(*) FROM chain.misdated_of(d)),
    'missing', d.missing, 'offeredAt', d.offered_at, 'inDoubtAt', chain.in_doubt_since(d), 'part', d.part,
    'uploadedAt', d.uploaded_at, 'searchedAt', d.searched_at,
    'handedIn', CASE WHEN d.handed_in_at IS NULL THEN NULL ELSE jsonb_build_object(
      'at', d.handed_in_at, 'by', d.handed_in_by, 'reason', d.handed_in_reason) END) $$;

-- As the tills agreed on it when they joined; no row before the first of them.
CREATE OR REPLACE FUNCTION chain.first_file_day_v1() RETURNS TABLE (day date, second bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.day, f.second FROM chain.first_day f $$;

CREATE OR REPLACE FUNCTION chain.add_day_v1(p_fence bigint, p_day date, p_since bigint,
  p_until bigint, p_due timestamptz, p_name text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  INSERT INTO chain.days (day, since_second, until_second, due_at, name)
  VALUES (p_day, p_since, p_until, p_due, p_name) ON CONFLICT DO NOTHING;
END $$;

-- The newest first; one day, or those before a day.
CREATE OR REPLACE FUNCTION chain.days_v1(p_day date, p_before date, p_limit int) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.day_json(d) FROM chain.days d
  WHERE (p_day IS NULL OR d.day = p_day) AND (p_before IS NULL OR d.day < p_before)
  ORDER BY d.day DESC LIMIT least(p_limit, 1000) $$;

-- Neither uploaded nor handed in, the oldest first.
CREATE OR REPLACE FUNCTION chain.missing_days_v1() RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.day_json(d) FROM chain.days d
  WHERE d.uploaded_at IS NULL AND d.handed_in_at IS NULL
    AND d.day >= (SELECT f.day FROM chain.first_day f) ORDER BY d.day LIMIT 1000 $$;

-- The oldest day whose file is neither uploaded nor handed in an hour after it was due, and when it was
-- due; no row if there is none. A process that does not run records no days: then it is the day after
-- the newest one, or the first day, whose file is due within half a day of its end.
CREATE OR REPLACE FUNCTION chain.overdue_file() RETURNS TABLE (day date, due_at timestamptz)
LANGUAGE sql STABLE AS $$
  WITH first AS (SELECT f.day, to_timestamp(f.second) AS since FROM chain.first_day f),
    recorded AS (SELECT d.* FROM chain.days d, first f WHERE d.day >= f.day),
    stopped AS (SELECT WHERE NOT EXISTS
      (SELECT FROM chain.leases l WHERE l.name = 'maker' AND l.until > now()))
  SELECT o.day, o.due_at FROM (
    (SELECT r.day, r.due_at FROM recorded r
      WHERE r.uploaded_at IS NULL AND r.handed_in_at IS NULL ORDER BY r.day LIMIT 1)
    UNION ALL
    (SELECT r.day + 1, r.due_at + interval '1 day' FROM recorded r, stopped
      ORDER BY r.day DESC LIMIT 1)
    UNION ALL
    SELECT f.day, f.since + interval '36 hours' FROM first f, stopped
      WHERE NOT EXISTS (SELECT FROM recorded)
  ) o WHERE o.due_at < now() - interval '1 hour' ORDER BY o.day LIMIT 1 $$;

-- Handed in by a person before any file was made: the first file is then the last.
CREATE OR REPLACE FUNCTION chain.unmade_days_v1() RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.day_json(d) FROM chain.days d
  WHERE d.handed_in_at IS NOT NULL AND d.made_at IS NULL AND d.offered_at IS NULL ORDER BY d.day
    LIMIT 40 $$;

CREATE OR REPLACE FUNCTION chain.begin_attempt_v1(p_fence bigint, p_day date, p_holder text,
  p_by text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE made int;
BEGIN
  PERFORM chain.hold_fence(p_fence);
  INSERT INTO chain.day_attempts (day, number, holder, by)
  SELECT p_day, coalesce(max(number), 0) + 1, p_holder, p_by FROM chain.day_attempts
    WHERE day = p_day
  RETURNING number INTO made;
  RETURN made;
END $$;

CREATE OR REPLACE FUNCTION chain.end_attempt_v1(p_fence bigint, p_day date, p_number int,
  p_result text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.day_attempts SET ended_at = clock_timestamp(), result = p_result
  WHERE day = p_day AND number = p_number;
END $$;

CREATE OR REPLACE FUNCTION chain.attempts_v1(p_day date, p_limit int) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_jsonb(a) FROM chain.day_attempts a WHERE a.day = p_day ORDER BY a.number DESC
    LIMIT least(p_limit, 100) $$;

-- The name under which the file stands on the server until it is whole.
CREATE OR REPLACE FUNCTION chain.set_part_v1(p_fence bigint, p_day date, p_part text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.days SET part = p_part WHERE day = p_day AND in_doubt_at IS NULL;
END $$;

-- From now on the server may have this very file; refused if another was made meanwhile.
CREATE OR REPLACE FUNCTION chain.open_offer_v1(p_fence bigint, p_day date, p_build uuid,
  p_part text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.days SET offered_at = coalesce(offered_at, clock_timestamp()),
    in_doubt_at = clock_timestamp(), part = p_part
  WHERE day = p_day AND build = p_build AND uploaded_at IS NULL AND handed_in_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the day is no longer to be sent' USING ERRCODE = 'MS003';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION chain.close_offer_v1(p_fence bigint, p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.days SET in_doubt_at = NULL WHERE day = p_day;
END $$;

CREATE OR REPLACE FUNCTION chain.uploaded_v1(p_fence bigint, p_day date, p_how text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.days SET offered_at = coalesce(offered_at, clock_timestamp()),
    uploaded_at = clock_timestamp(), in_doubt_at = NULL
  WHERE day = p_day AND uploaded_at IS NULL;
  INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, p_how, 'mostrador chain', NULL);
END $$;

-- Why there is nothing to decide about a day; null, and nobody else decides it meanwhile.
CREATE OR REPLACE FUNCTION chain.why_decided(p_day date) RETURNS text LANGUAGE plpgsql AS $$
DECLARE d chain.days;
BEGIN
  SELECT * INTO d FROM chain.days WHERE day = p_day FOR UPDATE;
  RETURN CASE WHEN NOT FOUND THEN 'not-a-day'
    WHEN d.uploaded_at IS NOT NULL THEN 'already-uploaded'
    WHEN d.handed_in_at IS NOT NULL THEN 'handed-in' END;
END $$;

-- A person knows that the file arrived by other means.
CREATE OR REPLACE FUNCTION chain.hand_in_v1(p_day date, p_by text, p_reason text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE why text := chain.why_decided(p_day);
BEGIN
  IF why IS NOT NULL THEN RETURN why; END IF;
  UPDATE chain.days SET handed_in_at = clock_timestamp(), handed_in_by = p_by,
    handed_in_reason = p_reason
  WHERE day = p_day;
  INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, 'handed-in', p_by, p_reason);
  RETURN 'done';
END $$;

CREATE OR REPLACE FUNCTION chain.take_back_hand_in_v1(p_day date, p_by text, p_reason text)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE chain.days SET handed_in_at = NULL, handed_in_by = NULL, handed_in_reason = NULL
  WHERE day = p_day AND handed_in_at IS NOT NULL;
  IF NOT FOUND THEN RETURN 'not-handed-in'; END IF;
  -- Where no server was offered the file it is made again, and what was late may be in it.
  DELETE FROM chain.late_rows l USING chain.days d
  WHERE l.day = p_day AND d.day = p_day AND d.offered_at IS NULL;
  INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, 'not-handed-in', p_by, p_reason);
  RETURN 'done';
END $$;

-- A person knows that the service does not have a file that may have arrived.
CREATE OR REPLACE FUNCTION chain.send_again_v1(p_day date, p_by text, p_reason text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE why text := chain.why_decided(p_day);
BEGIN
  IF why IS NOT NULL THEN RETURN why; END IF;
  UPDATE chain.days SET in_doubt_at = NULL WHERE day = p_day;
  INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, 'sent-again', p_by, p_reason);
  RETURN 'done';
END $$;

CREATE OR REPLACE FUNCTION chain.set_note_v1(p_name text, p_note jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.office_notes AS o (name, at, note) VALUES (p_name, clock_timestamp(), p_note)
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, note = excluded.note $$;

CREATE OR REPLACE FUNCTION chain.notes_v1() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_object_agg(name, note || jsonb_build_object('at', at)), '{}')
    FROM chain.office_notes $$;
