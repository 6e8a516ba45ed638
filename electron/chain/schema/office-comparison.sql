-- The service's own list as it was read, compared with the chain's payments: the second,
-- independent proof. No file is made from it.

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
  SELECT since_second, until_second FROM chain.service_list $$;

CREATE OR REPLACE FUNCTION chain.set_service_list_v1(p_fence bigint, p_since bigint, p_until bigint)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.hold_fence(p_fence);
  UPDATE chain.service_list SET since_second = p_since, until_second = p_until;
END $$;

-- Rows of ours that the service's own do not simply bear out, each with one of the service's if it
-- has any; then rows of the service that none of ours explains. Equal pairs are not returned: the
-- till's own rules judge the rest.
CREATE OR REPLACE FUNCTION chain.compare_v1(p_since bigint, p_until bigint)
RETURNS TABLE (part text, item jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET work_mem = '128MB' SET enable_mergejoin = off AS $$
  WITH theirs AS MATERIALIZED (
    SELECT * FROM chain.service_rows s
    WHERE s.second >= p_since - 86400 AND s.second < p_until + 86400 OR s.second IS NULL),
  ours AS MATERIALIZED (
    SELECT p.intent_day, p.ledger_id, p.payment_id, p.external_id::text AS external_id,
      p.authorization_id,
      p.biller_id, p.account_number, p.amount, p.currency
    FROM chain.payments p
    WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
      AND p.performed_second >= p_since
      AND p.performed_second < p_until),
  paired AS MATERIALIZED (
    SELECT o.intent_day, o.ledger_id, o.payment_id, o.external_id AS ours_external_id,
      s.id AS service_id, s.class,
      s.id IS NOT NULL AND s.class IN ('none', 'fulfilled', 'unknown-word')
        AND s.id = o.authorization_id
      AND s.biller_id = o.biller_id AND s.account_number = o.account_number
        AND s.currency = o.currency
      AND s.amount ~ '^\d{1,18}(\.\d{1,6})?$'
      AND CASE WHEN s.amount ~ '^\d{1,18}(\.\d{1,6})?$' THEN s.amount::numeric = o.amount ELSE false
        END AS is_equal
    FROM ours o LEFT JOIN theirs s ON s.external_id = o.external_id),
  by_authorization AS MATERIALIZED (
    SELECT q.intent_day, q.ledger_id, q.payment_id, s.id AS service_id
    FROM paired q JOIN ours o USING (intent_day, ledger_id, payment_id)
    JOIN theirs s ON s.id = o.authorization_id AND s.external_id IS NULL
    WHERE q.service_id IS NULL),
  alone AS MATERIALIZED (
    SELECT s.* FROM theirs s
    WHERE s.second >= p_since AND s.second < p_until AND s.class NOT IN ('crashed', 'timeout')
      AND NOT EXISTS (SELECT FROM paired q WHERE q.service_id = s.id)
      AND NOT EXISTS (SELECT FROM by_authorization b WHERE b.service_id = s.id))
  SELECT 'counts', jsonb_build_object(
    'ours', (SELECT count(*) FROM ours),
    'theirs', (SELECT count(*) FROM theirs s WHERE s.second >= p_since AND s.second < p_until
      AND s.class NOT IN ('crashed', 'timeout')),
    'withoutStatus', (SELECT count(*) FROM paired q WHERE q.class = 'none')
      + (SELECT count(*) FROM by_authorization b JOIN theirs s ON s.id = b.service_id
        WHERE s.class = 'none'))
  UNION ALL
  SELECT 'ours', chain.transaction_json(p) || jsonb_build_object('shop', t.shop, 'pos',
    t.pos_number,
      'theirs', to_jsonb(s),
      'isOwnCancel', s.class IN ('refunded', 'reversed') AND EXISTS (
        SELECT FROM chain.payments c WHERE c.kind = 'cancel' AND c.cancels = p.payment_id
          AND c.ledger_id = p.ledger_id AND c.intent_day BETWEEN p.intent_day AND p.intent_day + 2
          AND c.state NOT IN ('rejected', 'not-performed', 'by-hand-not-paid')))
  FROM paired q
  JOIN chain.payments p USING (intent_day, ledger_id, payment_id)
  LEFT JOIN by_authorization b USING (intent_day, ledger_id, payment_id)
  LEFT JOIN theirs s ON s.id = coalesce(q.service_id, b.service_id)
  LEFT JOIN chain.tills t ON t.till_id = p.till_id
  WHERE NOT q.is_equal
  UNION ALL
  SELECT 'theirs', jsonb_build_object('theirs', to_jsonb(s), 'known', CASE WHEN k.payment_id IS NULL
    THEN NULL
      ELSE jsonb_build_object('paymentId', k.payment_id, 'state', k.state) END,
      'tillId', k.till_id, 'shop', t.shop, 'pos', t.pos_number)
  FROM alone s
  LEFT JOIN LATERAL (SELECT p.payment_id, p.state, p.till_id FROM chain.payments p
    WHERE p.external_id = chain.uuid_or_null(s.external_id) AND p.kind <> 'cancel'
      LIMIT 1) k ON true
  LEFT JOIN chain.tills t ON t.till_id = k.till_id $$;

-- One external_id on two payments: a partitioned table cannot refuse it.
CREATE OR REPLACE FUNCTION chain.doubles_v1(p_since bigint, p_until bigint) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH twice AS MATERIALIZED (
    SELECT p.external_id FROM chain.payments p
    WHERE p.intent_day BETWEEN (to_timestamp(p_since) AT TIME ZONE 'UTC')::date - 2
      AND (to_timestamp(p_until) AT TIME ZONE 'UTC')::date
      AND p.kind <> 'cancel'
    GROUP BY p.external_id HAVING count(*) > 1 LIMIT 500)
  SELECT jsonb_build_object('externalId', p.external_id, 'payments', jsonb_agg(jsonb_build_object(
    'paymentId', p.payment_id, 'state', p.state, 'tillId', p.till_id, 'shop', t.shop, 'pos',
      t.pos_number)))
  FROM twice JOIN chain.payments p USING (external_id) LEFT JOIN chain.tills t USING (till_id)
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
  SELECT comparison || jsonb_build_object('comparedAt', at) FROM chain.comparisons
    WHERE day = p_day $$;

-- Ended days whose list was read to their end, and that were not compared since, the oldest first.
CREATE OR REPLACE FUNCTION chain.uncompared_days_v1(p_today date) RETURNS SETOF jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT chain.day_json(d) FROM chain.days d LEFT JOIN chain.comparisons c USING (day)
  WHERE d.day > p_today - 40
    AND (c.day IS NULL OR c.at < clock_timestamp() - interval '1 hour'
      AND (NOT (c.comparison->>'isWhole')::boolean OR c.comparison->>'reread' = 'failed'
        OR EXISTS (SELECT FROM chain.late_rows l WHERE l.day = d.day AND l.at > c.at)))
  ORDER BY d.day LIMIT 40 $$;

CREATE OR REPLACE FUNCTION chain.count_service_rows_v1(p_since bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM (SELECT 1 FROM chain.service_rows WHERE second >= p_since LIMIT 200001) n $$;
