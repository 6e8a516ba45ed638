-- What a till's login may use, because a stolen one can use it all. What a function can bound is
-- bounded here; the process watches the rest in the sessions, because PostgreSQL forbids nobody to
-- keep a transaction open, to take advisory locks, to notify, or to change settings of its own.

-- The table of limits.
CREATE OR REPLACE FUNCTION chain.limit_of(p_what text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT l.most FROM (VALUES
    -- Of a session. A push of a till takes some hundred locks; a till sends single statements, which
    -- its server cancels after ten seconds.
    ('locks', 2000), ('advisory locks', 0), ('seconds idle in a transaction', 5),
    ('seconds of a transaction', 30),
    -- Of the server's queue of notifications, which nothing here uses.
    ('percent of the queue of notifications', 1),
    -- Of a push.
    ('rows of a push', 200), ('bytes of a push', 4000000), ('bytes of a status', 20000),
    -- Of a till within a day, and of each of them.
    ('refused rows', 1000), ('bytes of a refused row', 8000),
    -- Of a till. A unit is a thousand bytes. It may use so many at once, and so many more each hour:
    -- a whole ledger of 200,000 payments on the first day, and half of that on each other.
    ('units', 500000), ('units an hour', 20000), ('units of a hello', 20), ('units of a look-up', 50)
  ) AS l(what, most) WHERE l.what = p_what $$;

-- How many units a till has used that time has not given back. In a sequence, because whoever rolls
-- back would use nothing in a table.
CREATE OR REPLACE FUNCTION chain.used_units(t uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT greatest(0, coalesce(pg_sequence_last_value(to_regclass(format('chain.%I', 'use_of_' || t))), 0)
    - coalesce(s.use_base, 0) - floor(chain.limit_of('units an hour')
      * extract(epoch FROM clock_timestamp() - coalesce(s.use_since, x.enrolled_at)) / 3600)::bigint)
  FROM chain.tills x LEFT JOIN chain.standing s USING (till_id) WHERE x.till_id = t $$;

-- A standby, or a database that its administrator made read-only, counts nothing; a session that
-- calls itself read-only fails.
CREATE OR REPLACE FUNCTION chain.use_units(t uuid, p_units bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE counter regclass := to_regclass(format('chain.%I', 'use_of_' || t));
BEGIN
  -- Two conditions, so that a session plans the query on the settings only if it is needed.
  IF current_setting('transaction_read_only')::boolean THEN
    IF pg_is_in_recovery() OR EXISTS (
      SELECT FROM pg_settings g WHERE g.name = 'default_transaction_read_only'
        AND g.setting = 'on' AND g.source IN ('configuration file', 'database', 'global'))
    THEN RETURN; END IF;
  END IF;
  IF chain.used_units(t) + p_units > chain.limit_of('units') THEN
    RAISE EXCEPTION 'this till has sent and asked more than a till does: try again in an hour'
      USING ERRCODE = '53400';
  END IF;
  PERFORM setval(counter, nextval(counter) + p_units - 1);
END $$;

-- Ends the sessions of tills that go beyond a limit, bars the logins that do what no till does, and
-- resets the settings that such a login changed for itself. Returns each till that is barred, or
-- whose sessions it ended within a day.
CREATE OR REPLACE FUNCTION chain.watch_sessions_v1()
RETURNS TABLE (role_name text, shop text, pos_number text, ended_at timestamptz, why text,
  barred_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
#variable_conflict use_column
DECLARE broken jsonb; login text;
BEGIN
  -- One query, and the end of what it finds, before anything is written or any table is read: both
  -- need locks, and a session that took all that there are would prevent it.
  WITH locked AS MATERIALIZED (
    SELECT l.pid, count(*) AS locks, count(*) FILTER (WHERE l.locktype = 'advisory') AS advisory
    FROM pg_lock_status() l GROUP BY 1),
  sessions AS MATERIALIZED (
    SELECT pg_get_userbyid(a.usesysid)::text AS role_name, a.pid, a.query, l.locks, l.advisory,
      extract(epoch FROM clock_timestamp() - a.xact_start)::int AS seconds,
      CASE WHEN a.state LIKE 'idle in transaction%'
        THEN extract(epoch FROM clock_timestamp() - a.state_change)::int END AS idle_seconds
    FROM pg_stat_get_activity(NULL) a LEFT JOIN locked l USING (pid)
    WHERE starts_with(pg_get_userbyid(a.usesysid)::text, current_database() || '_till_')
      AND pg_has_role(a.usesysid, current_database() || '_till', 'MEMBER'))
  SELECT jsonb_agg(jsonb_build_object('login', s.role_name, 'why', r.why, 'bars', r.bars,
    'ended', pg_terminate_backend(s.pid, 1000))) INTO broken
  FROM sessions s, LATERAL (VALUES
    (s.advisory > chain.limit_of('advisory locks'), true, format('%s advisory locks', s.advisory)),
    (s.locks > chain.limit_of('locks'), true, format('%s locks', s.locks)),
    (s.idle_seconds > chain.limit_of('seconds idle in a transaction'), true,
      format('a transaction left open for %s s', s.idle_seconds)),
    (s.query ~* '^\s*(listen|notify)\M|pg_notify', true, 'notifications'),
    (s.seconds > chain.limit_of('seconds of a transaction'), false,
      format('a statement of %s s', s.seconds)),
    (100 * pg_notification_queue_usage() > chain.limit_of('percent of the queue of notifications')
      AND s.query !~ '\mchain\.', false, 'the queue of notifications filled while it was connected')
  ) AS r(is_broken, bars, why) WHERE r.is_broken;

  UPDATE chain.tills t SET ended_at = clock_timestamp(), ended_why = b.why,
    barred_at = CASE WHEN b.bars THEN coalesce(t.barred_at, clock_timestamp()) ELSE t.barred_at END
  FROM (SELECT x.login, string_agg(DISTINCT x.why, ', ') AS why, bool_or(x.bars) AS bars
    FROM (SELECT * FROM jsonb_to_recordset(broken) AS r(login text, why text, bars boolean)
      UNION ALL
      -- Its requests fail until it has units again.
      SELECT u.role_name, 'more requests or data than a till sends', false
      FROM chain.tills u JOIN pg_stat_activity a ON a.usename = u.role_name
      WHERE chain.used_units(u.till_id) > chain.limit_of('units') * 9 / 10) AS x
    GROUP BY 1) AS b
  WHERE t.role_name = b.login AND t.retired_at IS NULL;

  FOR login IN SELECT t.role_name FROM chain.tills t JOIN pg_roles r ON r.rolname = t.role_name
    LEFT JOIN pg_db_role_setting d ON d.setrole = r.oid AND d.setdatabase = 0
    WHERE t.retired_at IS NULL AND NOT coalesce(d.setconfig, '{}') @> chain.till_settings()
  LOOP
    BEGIN
      PERFORM chain.apply_till_settings(login);
      UPDATE chain.tills t SET ended_at = clock_timestamp(),
        ended_why = 'timeouts that its login changed for itself' WHERE t.role_name = login;
    EXCEPTION WHEN OTHERS THEN
      -- Somebody changes the login at the same moment: the next time.
    END;
  END LOOP;
  FOR login IN SELECT t.role_name FROM chain.tills t JOIN pg_roles r ON r.rolname = t.role_name
    WHERE t.barred_at IS NOT NULL AND r.rolcanlogin
  LOOP
    BEGIN
      EXECUTE format('ALTER ROLE %I NOLOGIN', login);
    EXCEPTION WHEN OTHERS THEN
    END;
  END LOOP;
  PERFORM pg_terminate_backend(a.pid, 1000) FROM pg_stat_activity a JOIN chain.tills t
    ON t.role_name = a.usename WHERE t.barred_at IS NOT NULL;

  -- Keeps these roles in this session's cache: to read one from the catalog, which all databases
  -- share, needs memory for locks, and the next query must not need it.
  PERFORM pg_get_userbyid(r.oid), pg_has_role(r.oid, current_database() || '_till', 'MEMBER')
  FROM pg_roles r WHERE starts_with(r.rolname, current_database() || '_till_') AND r.rolcanlogin;

  RETURN QUERY SELECT t.role_name, t.shop, t.pos_number, t.ended_at, t.ended_why, t.barred_at
  FROM chain.tills t WHERE t.retired_at IS NULL
    AND (t.barred_at IS NOT NULL OR t.ended_at > now() - interval '1 day')
  ORDER BY t.shop, t.pos_number;
END $$;

-- Against sessions that hang. A login may change them for itself.
CREATE OR REPLACE FUNCTION chain.till_settings() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['statement_timeout=20s', 'lock_timeout=10s', 'idle_session_timeout=5min'] $$;

CREATE OR REPLACE FUNCTION chain.apply_till_settings(p_role text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE setting text;
BEGIN
  FOREACH setting IN ARRAY chain.till_settings() LOOP
    EXECUTE format('ALTER ROLE %I SET %s = %L', p_role, split_part(setting, '=', 1),
      split_part(setting, '=', 2));
  END LOOP;
END $$;

-- Seconds since the oldest open transaction of the chain's logins began, other than administrators':
-- PostgreSQL shows it only to members of the login. Null without one. The transaction that asks does
-- not count.
CREATE OR REPLACE FUNCTION chain.oldest_transaction_v1() RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT extract(epoch FROM clock_timestamp() - min(a.xact_start))::int
  FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() $$;
