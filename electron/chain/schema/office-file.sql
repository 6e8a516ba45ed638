-- Formats the lines of the daily file page by page in the order of the service's time, and stores
-- the bytes of the file. `electron/chain/server/daily-file` checks every line.

-- Sent on this day, with a time at the service that cannot be right, such as one in 1970: they are
-- in no file of their day.
CREATE OR REPLACE FUNCTION chain.misdated_of(d chain.days) RETURNS SETOF chain.payments
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM chain.payments p
  WHERE p.created_at >= to_timestamp(d.since_second) AND p.created_at < to_timestamp(d.until_second)
    AND p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
    AND p.performed_second / 86400 - (p.intent_day - DATE '1970-01-01') NOT BETWEEN -1 AND 2 $$;

-- The last payment of the next page; no row where fewer than p_limit are left. Planned once a session.
CREATE OR REPLACE FUNCTION chain.page_end_v1(p_until bigint, p_second bigint, p_ledger uuid,
  p_payment uuid, p_limit int)
RETURNS TABLE (second bigint, ledger uuid, payment uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT p.performed_second, p.ledger_id, p.payment_id FROM chain.payments p
    WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
      AND (p.performed_second, p.ledger_id, p.payment_id) > (p_second, p_ledger, p_payment)
      AND p.performed_second < p_until
    ORDER BY 1, 2, 3 OFFSET p_limit - 1 LIMIT 1;
END $$;

-- Formats the lines after one payment up to another, stores them as piece n of the file, and returns
-- them. It goes along the index, planned once a session: a plan for any page would sort the whole day.
-- Each row makes a line of all fields, which is more than one if a field holds a line break: the
-- process compares the number of lines. A missing field is empty, which fails the check there.
CREATE OR REPLACE FUNCTION chain.add_page_v1(p_day date, p_build uuid, p_n int,
  p_second bigint, p_ledger uuid, p_payment uuid,
  p_end_second bigint, p_end_ledger uuid, p_end_payment uuid)
RETURNS TABLE (rows bigint, lines text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off
SET plan_cache_mode = force_generic_plan SET datestyle = 'ISO' AS $$
BEGIN
  SELECT count(*), string_agg(page.line, '') INTO rows, lines
  FROM (
    SELECT concat_ws('|', E'\nREGISTER',
        replace((to_timestamp(p.performed_second) AT TIME ZONE 'UTC')::text, ' ', 'T'),
        p.biller_id, coalesce(p.authorization_id, ''), p.account_number,
        p.amount::numeric(20, 2), p.currency, p.pos_number, p.external_id) AS line
    FROM chain.payments p
    WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
      AND (p.performed_second, p.ledger_id, p.payment_id) > (p_second, p_ledger, p_payment)
      AND (p.performed_second, p.ledger_id, p.payment_id)
        <= (p_end_second, p_end_ledger, p_end_payment)
    ORDER BY p.performed_second, p.ledger_id, p.payment_id) AS page;
  IF rows = 0 THEN RETURN; END IF;
  INSERT INTO chain.day_pieces (day, build, n, first_second, last_second, bytes)
  VALUES (p_day, p_build, p_n, p_second, p_end_second, convert_to(lines, 'UTF8'));
  RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION chain.transaction_json(p chain.payments) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('paymentId', p.payment_id, 'ledgerId', p.ledger_id, 'tillId', p.till_id,
    'performedSecond', p.performed_second, 'billerId', p.biller_id,
    'authorization', p.authorization_id, 'accountNumber', p.account_number,
    'accountShown', p.account_shown, 'amount', p.amount::text,
    'currency', p.currency, 'posNumber', nullif(p.pos_number, ''), 'externalId', p.external_id,
    'isDrp', p.is_drp) $$;

-- The same page as rows, for what only the till's own builder can decide.
CREATE OR REPLACE FUNCTION chain.file_rows_v1(p_since bigint, p_until bigint, p_second bigint,
  p_ledger uuid, p_payment uuid, p_limit int)
RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
  SELECT chain.transaction_json(p) FROM chain.payments p
  WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
    AND (p.performed_second, p.ledger_id, p.payment_id) > (p_second, p_ledger, p_payment)
    AND p.performed_second < p_until
  ORDER BY p.performed_second, p.ledger_id, p.payment_id
  LIMIT least(p_limit, 20000) $$;

-- Stores the header, the footer, or the lines of a page that the process formatted itself.
CREATE OR REPLACE FUNCTION chain.set_piece_v1(p_day date, p_build uuid, p_n int, p_bytes bytea)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.day_pieces (day, build, n, first_second, last_second, bytes)
  VALUES (p_day, p_build, p_n, -1, -1, p_bytes)
  ON CONFLICT (build, n) DO UPDATE SET bytes = EXCLUDED.bytes $$;

-- The pieces become the day's file, unless a server may have another already; they are deleted then.
CREATE OR REPLACE FUNCTION chain.set_file_v1(p_fence bigint, p_day date, p_build uuid, p_file jsonb,
  p_tills jsonb)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  first date;
  is_file boolean;
BEGIN
  PERFORM chain.hold_fence(p_fence);
  -- Until the first file is made, a till that joins may move the first day.
  UPDATE chain.first_day SET settled_at = now() WHERE settled_at IS NULL AND day <= p_day;
  SELECT day INTO first FROM chain.first_day WHERE settled_at IS NOT NULL;
  UPDATE chain.days SET build = p_build, made_at = clock_timestamp(),
    lines = (p_file->>'lines')::bigint,
    bytes = (p_file->>'bytes')::bigint, sha256 = p_file->>'sha256', totals = p_file->'totals',
    left_out = p_file->'leftOut', missing = p_file->'missing', searched_at = NULL
  WHERE day = p_day AND first <= p_day AND offered_at IS NULL AND uploaded_at IS NULL
    AND (handed_in_at IS NULL OR made_at IS NULL);
  is_file := FOUND;
  -- An interrupted process may have left pieces of another build.
  DELETE FROM chain.day_pieces p USING chain.days d
  WHERE p.day = p_day AND d.day = p_day AND p.build IS DISTINCT FROM d.build;
  IF NOT is_file THEN RETURN false; END IF;
  DELETE FROM chain.day_tills WHERE day = p_day;
  DELETE FROM chain.late_rows WHERE day = p_day;
  INSERT INTO chain.day_tills (day, till_id, epoch, acked)
  SELECT p_day, t.till, t.epoch, t.acked FROM jsonb_to_recordset(p_tills) AS t(till uuid, epoch int,
    acked bigint);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION chain.pieces_v1(p_build uuid, p_after int, p_limit int)
RETURNS TABLE (n int, first_second bigint, last_second bigint, bytes bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT n, first_second, last_second, bytes FROM chain.day_pieces
  WHERE build = p_build AND n > p_after ORDER BY n LIMIT least(p_limit, 16) $$;

CREATE OR REPLACE FUNCTION chain.pieces_at_v1(p_build uuid, p_second bigint) RETURNS TABLE (n int,
  first_second bigint, last_second bigint, bytes bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT n, first_second, last_second, bytes FROM chain.day_pieces
  WHERE build = p_build AND first_second <= p_second AND last_second >= p_second ORDER BY n $$;
