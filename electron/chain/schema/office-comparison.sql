-- The service's own list as it was read, compared with the chain's payments: the second,
-- independent proof. No file is made from it. Of the list, the range is known that was read without a
-- gap and of which nothing was deleted since: only a day in it is compared as a whole.

CREATE OR REPLACE FUNCTION chain.put_service_rows_v1(p_fence bigint, p_rows jsonb) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE added int;
BEGIN
  PERFORM chain.hold_fence(p_fence);
  INSERT INTO chain.service_rows AS s (id, external_id, second, biller_id, account_number, amount,
    currency, status, class)
  SELECT DISTINCT ON (r.id) r.id, r."externalId", r.second, r."billerId", r."accountNumber",
    r.amount, r.currency, r.status, r.class
  FROM jsonb_to_recordset(p_rows) AS r(id text, "externalId" text, second bigint, "billerId" bigint,
    "accountNumber" text, amount text, currency text, status text, class text)
  ORDER BY r.id
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, class = excluded.class,
    second = excluded.second,
    amount = excluded.amount, currency = excluded.currency, read_at = clock_timestamp()
  WHERE (s.status, s.second, s.amount, s.currency) IS DISTINCT FROM (excluded.status,
    excluded.second, excluded.amount, excluded.currency);
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

CREATE OR REPLACE FUNCTION chain.service_list_v1() RETURNS TABLE (since_second bigint,
  until_second bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN since_second IS NOT NULL THEN greatest(since_second, deleted_before_second) END,
    until_second FROM chain.service_list $$;

-- From now on the retention keeps the rows from `p_since` on; null ends that. It waits for a deletion
-- that has begun.
CREATE OR REPLACE FUNCTION chain.keep_service_rows_v1(p_fence bigint, p_since bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.service_list SET needed_since_second = p_since;
END $$;

-- The list was read from `p_since` to `p_until` without a gap, in addition to what was read before,
-- while the rows from `p_since` on were kept.
CREATE OR REPLACE FUNCTION chain.set_service_list_v1(p_fence bigint, p_since bigint, p_until bigint)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.service_list SET since_second = least(since_second, p_since),
    deleted_before_second = least(deleted_before_second, p_since), until_second = p_until;
END $$;

CREATE OR REPLACE FUNCTION chain.listed_near(p_since bigint, p_until bigint)
RETURNS SETOF chain.service_rows LANGUAGE sql STABLE AS $$
  SELECT s.* FROM chain.service_rows s
  WHERE s.second >= p_since - 86400 AND s.second < p_until + 86400 OR s.second IS NULL $$;

CREATE OR REPLACE FUNCTION chain.performed_between(p_since bigint, p_until bigint)
RETURNS SETOF chain.payments LANGUAGE sql STABLE AS $$
  SELECT p.* FROM chain.payments p
  WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
    AND p.performed_second >= p_since AND p.performed_second < p_until $$;

-- Pairs of a payment and a row of the service that are not equal; each may be missing. One hash join
-- pairs all rows, and only unequal pairs are stored. By its estimates a nested loop may look cheaper,
-- which never ends with a million rows. A biller, account, currency or authorization that one side does
-- not know is NULL, which makes no pair unequal.
CREATE OR REPLACE FUNCTION chain.unequal_pairs(p_since bigint, p_until bigint)
RETURNS TABLE (intent_day date, ledger_id uuid, payment_id uuid, service_id text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET work_mem = '128MB' SET jit = off
SET enable_mergejoin = off SET enable_nestloop = off AS $$
  WITH unequal AS MATERIALIZED (
    SELECT p.intent_day, p.ledger_id, p.payment_id, p.authorization_id, s.id AS service_id,
      s.external_id AS service_external_id, s.class, s.second
    FROM chain.performed_between(p_since, p_until) p
    FULL JOIN chain.listed_near(p_since, p_until) s ON s.external_id = p.external_id::text
    WHERE NOT (p.payment_id IS NOT NULL AND s.id IS NOT NULL
        AND s.class IN ('none', 'fulfilled', 'unknown-word') AND s.id = p.authorization_id
        AND s.biller_id = p.biller_id AND s.account_number = p.account_number
        AND s.currency = p.currency
        -- The usual texts first: the pattern costs more than all else here.
        AND CASE WHEN s.amount = p.amount::text OR s.amount = p.amount::numeric(20, 2)::text
            THEN true
          WHEN s.amount ~ '^\d{1,18}(\.\d{1,6})?$' THEN s.amount::numeric = p.amount
          ELSE false END)
      -- Rows of the service from other days are of no use alone, unless an authorization names them.
      AND (p.payment_id IS NOT NULL OR s.external_id IS NULL
        OR s.second >= p_since AND s.second < p_until))
  SELECT o.intent_day, o.ledger_id, o.payment_id, coalesce(o.service_id, s.service_id)
  FROM unequal o LEFT JOIN unequal s ON s.service_id = o.authorization_id
    AND s.payment_id IS NULL AND s.service_external_id IS NULL AND o.service_id IS NULL
  WHERE o.payment_id IS NOT NULL
  UNION ALL
  SELECT NULL, NULL, NULL, s.service_id FROM unequal s
  WHERE s.payment_id IS NULL AND s.second >= p_since AND s.second < p_until
    AND s.class NOT IN ('crashed', 'timeout')
    AND NOT EXISTS (SELECT FROM unequal o WHERE o.authorization_id = s.service_id
      AND s.service_external_id IS NULL AND o.payment_id IS NOT NULL AND o.service_id IS NULL) $$;

CREATE OR REPLACE FUNCTION chain.count_compared(p_since bigint, p_until bigint) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET work_mem = '128MB' SET jit = off
SET enable_mergejoin = off SET enable_nestloop = off AS $$
  WITH without_status AS MATERIALIZED (
    SELECT id, external_id FROM chain.listed_near(p_since, p_until) WHERE class = 'none')
  SELECT jsonb_build_object(
    'ours', (SELECT count(*) FROM chain.performed_between(p_since, p_until)),
    'theirs', (SELECT count(*) FROM chain.service_rows s
      WHERE s.second >= p_since AND s.second < p_until AND s.class NOT IN ('crashed', 'timeout')),
    'withoutStatus',
      (SELECT count(*) FROM without_status s
        JOIN chain.performed_between(p_since, p_until) p ON p.external_id::text = s.external_id)
      + (SELECT count(*) FROM without_status s
        JOIN chain.performed_between(p_since, p_until) p ON p.authorization_id = s.id
        WHERE s.external_id IS NULL
          AND NOT EXISTS (SELECT FROM chain.listed_near(p_since, p_until) e
            WHERE e.external_id = p.external_id::text))) $$;

-- Rows of ours that the service's own do not simply bear out, each with one of the service's if it
-- has any; then rows of the service that none of ours explains. Equal pairs are not returned: the
-- till's own rules judge the rest.
CREATE OR REPLACE FUNCTION chain.compare_v1(p_since bigint, p_until bigint)
RETURNS TABLE (part text, item jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
  WITH pairs AS MATERIALIZED (SELECT * FROM chain.unequal_pairs(p_since, p_until))
  SELECT 'counts', chain.count_compared(p_since, p_until)
  UNION ALL
  (SELECT 'ours', chain.transaction_json(p) || jsonb_build_object('shop', t.shop, 'pos',
    t.pos_number,
      'theirs', to_jsonb(s),
      'isOwnCancel', s.class IN ('refunded', 'reversed') AND EXISTS (
        SELECT FROM chain.payments c WHERE c.kind = 'cancel' AND c.cancels = p.payment_id
          AND c.ledger_id = p.ledger_id AND c.intent_day BETWEEN p.intent_day AND p.intent_day + 2
          AND c.state NOT IN ('rejected', 'not-performed', 'by-hand-not-paid')))
  FROM pairs q
  JOIN chain.payments p USING (intent_day, ledger_id, payment_id)
  LEFT JOIN chain.service_rows s ON s.id = q.service_id
  LEFT JOIN chain.tills t ON t.till_id = p.till_id
  ORDER BY p.performed_second, p.authorization_id, p.payment_id, s.id)
  UNION ALL
  (SELECT 'theirs', jsonb_build_object('theirs', to_jsonb(s), 'known', CASE WHEN k.payment_id IS NULL
    THEN NULL
      ELSE jsonb_build_object('paymentId', k.payment_id, 'state', k.state) END,
      'tillId', k.till_id, 'shop', t.shop, 'pos', t.pos_number)
  FROM pairs q
  JOIN chain.service_rows s ON s.id = q.service_id AND q.payment_id IS NULL
  LEFT JOIN LATERAL (SELECT p.payment_id, p.state, p.till_id FROM chain.payments p
    WHERE p.external_id = chain.uuid_or_null(s.external_id) AND p.kind <> 'cancel'
      LIMIT 1) k ON true
  LEFT JOIN chain.tills t ON t.till_id = k.till_id
  ORDER BY s.second, s.id) $$;

-- One external_id on two payments: a partitioned table cannot refuse it. Along an index, each payment
-- would be read from another page; a bitmap reads each page once.
CREATE OR REPLACE FUNCTION chain.doubles_v1(p_since bigint, p_until bigint) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off
SET work_mem = '128MB' SET enable_indexscan = off AS $$
  WITH twice AS MATERIALIZED (
    SELECT p.external_id FROM chain.payments p
    WHERE p.intent_day BETWEEN (to_timestamp(p_since) AT TIME ZONE 'UTC')::date - 2
      AND (to_timestamp(p_until) AT TIME ZONE 'UTC')::date
      AND p.kind <> 'cancel'
    GROUP BY p.external_id HAVING count(*) > 1)
  SELECT jsonb_build_object('externalId', p.external_id, 'payments', jsonb_agg(jsonb_build_object(
    'paymentId', p.payment_id, 'state', p.state, 'tillId', p.till_id, 'shop', t.shop, 'pos',
      t.pos_number)))
  -- A limit inside would make the planner read along an index after all.
  FROM (SELECT external_id FROM twice LIMIT 500) AS listed
  JOIN chain.payments p USING (external_id) LEFT JOIN chain.tills t USING (till_id)
  WHERE p.kind <> 'cancel' GROUP BY p.external_id $$;

CREATE OR REPLACE FUNCTION chain.set_comparison_v1(p_fence bigint, p_day date, p_comparison jsonb)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  INSERT INTO chain.comparisons AS c (day, at, comparison) VALUES (p_day, clock_timestamp(),
    p_comparison)
  ON CONFLICT (day) DO UPDATE SET at = excluded.at, comparison = excluded.comparison;
END $$;

CREATE OR REPLACE FUNCTION chain.comparison_v1(p_day date) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.comparison || jsonb_build_object('comparedAt', c.at, 'isOutdated', EXISTS (
    SELECT FROM chain.late_rows l WHERE l.day = c.day AND l.at > c.at))
  FROM chain.comparisons c WHERE c.day = p_day $$;

-- Ended days that are not compared with the whole list, or whose payments came late, the oldest first.
-- They are compared at most once an hour. `areRowsDeleted`: rows were deleted that are dated on the
-- day, or on the day before, with which its payments are paired too.
CREATE OR REPLACE FUNCTION chain.uncompared_days_v1(p_today date) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.day_json(d) || jsonb_build_object('isCompared', c.day IS NOT NULL,
    'isDue', c.day IS NULL OR c.at < clock_timestamp() - interval '1 hour',
    'areRowsDeleted', d.since_second - 86400 < l.deleted_before_second)
  FROM chain.days d LEFT JOIN chain.comparisons c USING (day) CROSS JOIN chain.service_list l
  WHERE d.day > p_today - 40
    AND (c.day IS NULL OR NOT (c.comparison->>'isWhole')::boolean
      OR c.comparison->>'reread' = 'failed'
      OR EXISTS (SELECT FROM chain.late_rows r WHERE r.day = d.day AND r.at > c.at))
  ORDER BY d.day LIMIT 40 $$;

-- How many rows the list has since then: those that are kept, and those that were counted in the
-- comparisons of days whose rows were deleted.
CREATE OR REPLACE FUNCTION chain.count_service_rows_v1(p_since bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (SELECT count(*) FROM (SELECT 1 FROM chain.service_rows
      WHERE second >= p_since LIMIT 200001) n)
    + coalesce((SELECT sum((c.comparison->>'theirs')::bigint)::bigint
      FROM chain.comparisons c JOIN chain.days d USING (day), chain.service_list l
      WHERE d.since_second >= p_since AND d.since_second < l.deleted_before_second), 0) $$;
