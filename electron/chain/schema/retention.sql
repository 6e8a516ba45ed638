-- Creates partitions in advance, and deletes old data: by `chain.keeping`, account numbers are
-- shortened and later whole months of payments are dropped. Other sessions are not blocked: each
-- step waits at most some seconds for a lock, and the next run does what it skipped.

-- The months of `p_from` and the next `p_months`; answers those that it made. Rows that came
-- while a month had no partition are moved into it, while pushes to the default partition wait. If
-- there are so many that it takes long, the month stays in the default partition.
CREATE OR REPLACE FUNCTION chain.make_partitions_v1(p_from date, p_months int)
RETURNS SETOF text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE first date; last date; name text;
BEGIN
  FOR i IN 0 .. least(p_months, 60) LOOP
    first := (date_trunc('month', p_from) + make_interval(months => i))::date;
    last := (first + interval '1 month')::date;
    name := 'payments_' || to_char(first, 'YYYY_MM');
    CONTINUE WHEN to_regclass('chain.' || name) IS NOT NULL;
    CONTINUE WHEN (SELECT count(*) FROM (SELECT FROM chain.payments_default
      WHERE intent_day >= first AND intent_day < last LIMIT 100001) d) > 100000;
    EXECUTE format('CREATE TABLE chain.%I (LIKE chain.payments INCLUDING DEFAULTS
      INCLUDING CONSTRAINTS)', name);
    -- With a row that comes after the move, the partition could not be attached.
    LOCK TABLE chain.payments_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('WITH moved AS (DELETE FROM chain.payments_default
      WHERE intent_day >= %L AND intent_day < %L RETURNING *)
      INSERT INTO chain.%I SELECT * FROM moved', first, last, name);
    EXECUTE format('ALTER TABLE chain.payments ATTACH PARTITION chain.%I
      FOR VALUES FROM (%L) TO (%L)', name, first, last);
    RETURN NEXT name;
  END LOOP;
END $$;

-- Months that lie whole before `p_day`. Every push waits until the caller commits, so nothing else is
-- deleted here.
CREATE OR REPLACE FUNCTION chain.drop_before_v1(p_day date)
RETURNS SETOF text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE name text; month date;
BEGIN
  IF p_day > now()::date - 100 THEN
    RAISE EXCEPTION 'payments of the last 100 days are not dropped' USING ERRCODE = '22023';
  END IF;
  FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'chain.payments'::regclass AND c.relname ~ '^payments_[0-9]{4}_[0-9]{2}$'
    ORDER BY 1
  LOOP
    month := to_date(right(name, 7), 'YYYY_MM');
    CONTINUE WHEN month + interval '1 month' > p_day;
    EXECUTE format('DROP TABLE chain.%I', name);
    RETURN NEXT name;
  END LOOP;
END $$;

-- At most `p_limit` rows of before `p_day`; answers how many. The caller commits after each call. It
-- reads by an index, if there is one, whatever the statistics say: pushes add to the same tables.
CREATE OR REPLACE FUNCTION chain.delete_before_v1(p_table text, p_day date, p_limit int)
RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s'
SET enable_seqscan = off AS $$
DECLARE condition text; n bigint;
BEGIN
  IF p_day > now()::date - 100 THEN
    RAISE EXCEPTION 'rows of the last 100 days are not deleted' USING ERRCODE = '22023';
  END IF;
  condition := CASE p_table
    WHEN 'payments_default' THEN 'intent_day < $1'
    WHEN 'shifts' THEN 'opened_at < $1 AND closed_at < $1'
    WHEN 'refunds' THEN 'at < $1 AND settled_at < $1'
    -- Both kinds of sums, for the primary key.
    WHEN 'sales' THEN 'hours IN (1, 6) AND since < $1'
    WHEN 'z_reports' THEN 'at < $1'
    WHEN 'refused_rows' THEN 'at < $1'
    WHEN 'restarts' THEN 'at < $1' END;
  IF condition IS NULL THEN
    RAISE EXCEPTION 'rows of % are not deleted by their age', p_table USING ERRCODE = '22023';
  END IF;
  EXECUTE format('DELETE FROM chain.%1$I WHERE %2$s AND ctid = ANY (ARRAY(
    SELECT ctid FROM chain.%1$I WHERE %2$s LIMIT $2))', p_table, condition)
    USING p_day, least(p_limit, 50000);
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- Of the payments that were decided on one day; answers how many were longer.
CREATE OR REPLACE FUNCTION chain.shorten_accounts_v1(p_day date)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE n bigint;
BEGIN
  IF p_day > now()::date - (SELECT account_days FROM chain.keeping) THEN
    RAISE EXCEPTION 'account numbers of that day are still needed' USING ERRCODE = '22023';
  END IF;
  UPDATE chain.payments SET account_number = right(account_number, 4),
    account_shown = right(account_number, 4)
  WHERE intent_day = p_day AND (length(account_number) > 4 OR length(account_shown) > 4);
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

CREATE OR REPLACE FUNCTION chain.forget_hints_v1() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE n bigint;
BEGIN
  DELETE FROM chain.hints h WHERE at < now() - interval '7 days'
    OR (kind <> 'bill' AND at < now() - interval '2 days'
      AND NOT EXISTS (SELECT FROM chain.hint_tills w WHERE w.hint_id = h.id));
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM chain.hint_tills w WHERE NOT EXISTS (SELECT FROM chain.hints h WHERE h.id = w.hint_id);
  RETURN n;
END $$;

-- The next notices, the oldest first: deletes those of 7 days ago, and those of 2 days ago that no till
-- reported. Returns the last one that it looked at, or no row at the end. The caller commits after
-- each call.
CREATE OR REPLACE FUNCTION chain.forget_hints_v2(p_at timestamptz, p_id bigint, p_limit int)
RETURNS TABLE (at text, id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY WITH piece AS MATERIALIZED (
    SELECT h.id, h.at FROM chain.hints h
    WHERE h.at < now() - interval '2 days'
      AND (h.at, h.id) > (coalesce(p_at, '-infinity'), coalesce(p_id, 0))
    ORDER BY h.at, h.id LIMIT least(p_limit, 50000)),
  gone AS (
    DELETE FROM chain.hints h USING piece n WHERE h.id = n.id
      AND (h.at < now() - interval '7 days' OR h.kind <> 'bill'
        AND NOT EXISTS (SELECT FROM chain.hint_tills w WHERE w.hint_id = h.id)))
  SELECT n.at::text, n.id FROM piece n ORDER BY n.at DESC, n.id DESC LIMIT 1;
END $$;

-- At most `p_limit` rows whose notice is gone; answers how many. A notice that came again has a new
-- id: the rows of its earlier one go once all notices are newer.
CREATE OR REPLACE FUNCTION chain.forget_hint_tills_v1(p_limit int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
DECLARE n bigint;
BEGIN
  DELETE FROM chain.hint_tills WHERE ctid = ANY (ARRAY(
    SELECT w.ctid FROM chain.hint_tills w
    WHERE w.hint_id < coalesce((SELECT min(h.id) FROM chain.hints h), 9223372036854775807)
    LIMIT least(p_limit, 50000)));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

CREATE OR REPLACE FUNCTION chain.keep_v1(p_account_days int, p_payment_days int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE chain.keeping SET account_days = p_account_days, payment_days = p_payment_days $$;
