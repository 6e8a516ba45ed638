-- Shortens the account numbers in stored daily files and comparisons together with those of the
-- payments.

-- The oldest day of payments whose accounts are not shortened yet.
CREATE OR REPLACE FUNCTION chain.next_to_shorten_v1() RETURNS date
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT shortened_until FROM chain.office_state), (SELECT min(intent_day)
    FROM chain.payments)) $$;

-- A notice and the push of its payment that run at the same time do not see each other. What came
-- since the last time is therefore compared once more, with ten minutes to spare: no push and no
-- webhook takes that long. Compares the next notices, the oldest first, and returns the last one, or
-- no row at the end. The caller commits after each call, and passes when it began: only what came
-- before is compared for the last time.
CREATE OR REPLACE FUNCTION chain.claim_notices_v2(p_began timestamptz, p_at timestamptz, p_id bigint,
  p_limit int) RETURNS TABLE (at text, id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET lock_timeout = '2s' AS $$
DECLARE h record; n int := 0; last_at timestamptz; last_id bigint;
  claimed timestamptz := (SELECT s.notices_claimed_at FROM chain.office_state s);
BEGIN
  -- In the order of claim_hints, which may insert the same.
  FOR h IN SELECT w.* FROM (
    SELECT x.id, x.kind, x.key, x.at FROM chain.hints x
    WHERE x.kind <> 'bill' AND (x.at, x.id) > (
      coalesce(p_at, claimed - interval '10 minutes', '-infinity'), coalesce(p_id, 0))
    ORDER BY x.at, x.id LIMIT p_limit) w ORDER BY w.id
  LOOP
    PERFORM chain.send_hint(h.id, h.kind, h.key);
    n := n + 1;
    IF last_id IS NULL OR (h.at, h.id) > (last_at, last_id) THEN
      last_at := h.at;
      last_id := h.id;
    END IF;
  END LOOP;
  UPDATE chain.office_state SET notices_claimed_at =
    CASE WHEN n < p_limit THEN p_began ELSE least(p_began, greatest(claimed, last_at)) END;
  RETURN QUERY SELECT last_at::text, last_id WHERE n = p_limit;
END $$;

CREATE OR REPLACE FUNCTION chain.claim_notices_v1() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.claim_notices_v2(now(), NULL, NULL, 2147483647) $$;

-- The next rows of a day, in the order of its key; the last key of them, or no row at its end. The
-- caller commits after each call.
CREATE OR REPLACE FUNCTION chain.shorten_accounts_v2(p_day date, p_ledger uuid, p_payment uuid,
  p_limit int) RETURNS TABLE (ledger_id uuid, payment_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF p_day > now()::date - (SELECT account_days FROM chain.keeping) THEN
    RAISE EXCEPTION 'account numbers of that day are still needed' USING ERRCODE = '22023';
  END IF;
  RETURN QUERY WITH piece AS MATERIALIZED (
    SELECT p.ledger_id, p.payment_id FROM chain.payments p
    WHERE p.intent_day = p_day
      AND (p_ledger IS NULL OR (p.ledger_id, p.payment_id) > (p_ledger, p_payment))
    ORDER BY p.ledger_id, p.payment_id LIMIT least(p_limit, 50000)),
  shortened AS (
    UPDATE chain.payments p SET account_number = right(p.account_number, 4),
      account_shown = right(p.account_number, 4)
    FROM piece n
    WHERE p.intent_day = p_day AND p.ledger_id = n.ledger_id AND p.payment_id = n.payment_id
      AND (length(p.account_number) > 4 OR length(p.account_shown) > 4))
  SELECT n.ledger_id, n.payment_id FROM piece n
  ORDER BY n.ledger_id DESC, n.payment_id DESC LIMIT 1;
END $$;

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
  -- Stored as a row, or its beginning as text. The id shows that its payment is in a ledger.
  UPDATE chain.refused_rows SET row = json_build_object(
    'change', chain.refused_field(row, 'change'), 'n', chain.refused_field(row, 'n'),
    'id', substring(row::text FROM '"(?:id|key)\\?": ?\\?"([^"\\]+)'))
  WHERE at < p_day + 1 AND row::text LIKE '%account%';
  UPDATE chain.late_rows SET difference = chain.shorten_difference(difference) WHERE day <= p_day
    AND length(difference->>'accountNumber') > 4;
  UPDATE chain.comparisons SET comparison = jsonb_set(comparison, '{differences}', (
    SELECT coalesce(jsonb_agg(chain.shorten_difference(e)), '[]')
      FROM jsonb_array_elements(comparison->'differences') e))
  WHERE day <= p_day
    AND comparison @? '$.differences[*].accountNumber ? (@ like_regex "^.{5}" flag "s")';
END $$;

-- Open payments whose account number is not shortened yet: a row of the service may prove their end.
CREATE OR REPLACE FUNCTION chain.unproven_payments() RETURNS SETOF chain.payments
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM chain.payments p
  WHERE p.state IN ('intent', 'sent', 'unknown', 'unclear') AND p.kind <> 'cancel'
    AND p.intent_day > now()::date - (SELECT account_days FROM chain.keeping) $$;

-- What may prove the end of an open payment stays for as long as account numbers do. What is deleted
-- is recorded first, and in the same transaction: no day is compared with the rest of its rows. What
-- the comparison needs stays too, but not for ever if the comparison fails: no day of 40 days ago is
-- compared again.
CREATE OR REPLACE FUNCTION chain.forget_service_rows_v1(p_fence bigint, p_before bigint,
  p_limit int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE gone bigint; before bigint;
BEGIN
  PERFORM chain.hold_fence(p_fence);
  SELECT CASE WHEN needed_since_second > p_before - 38 * 86400
    THEN least(p_before, needed_since_second) ELSE p_before END
  INTO before FROM chain.service_list FOR UPDATE;
  UPDATE chain.service_list
  SET deleted_before_second = greatest(deleted_before_second, before);
  DELETE FROM chain.service_rows WHERE id IN (
    SELECT s.id FROM chain.service_rows s
    WHERE (s.second < before OR s.second IS NULL AND s.read_at < to_timestamp(before))
      AND CASE WHEN s.external_id IS NOT NULL
        THEN s.external_id NOT IN (SELECT o.external_id::text FROM chain.unproven_payments() o)
        ELSE NOT EXISTS (SELECT FROM chain.unproven_payments() o WHERE chain.may_be_row_of(s, o))
      END
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
