-- The owner's views of the daily file: each day, its tills, its differences and the rows that were
-- set aside.

-- How the tills stood as the file was made, or stand now.
CREATE OR REPLACE FUNCTION chain.standings_of(d chain.days)
RETURNS TABLE (inside int, inside_open int, not_in int) LANGUAGE sql STABLE AS $$
  SELECT greatest(k.all_tills - m.open - m.missing, 0), m.open, m.missing
  FROM (SELECT count(*)::int AS all_tills FROM chain.day_tills x WHERE x.day = d.day) AS k,
    (SELECT count(*) FILTER (WHERE e ->> 'standing' = 'in-but-open')::int AS open,
        count(*) FILTER (WHERE e ->> 'standing' IN ('not-in', 'never'))::int AS missing
      FROM jsonb_array_elements(coalesce(d.missing, '[]')) e) AS m
  WHERE d.made_at IS NOT NULL
  UNION ALL
  SELECT count(*) FILTER (WHERE n.standing = 'in')::int,
    count(*) FILTER (WHERE n.standing = 'in-but-open')::int,
    count(*) FILTER (WHERE n.standing IN ('not-in', 'never'))::int
  FROM chain.day_tills_v1(d.since_second, d.until_second) n
    WHERE d.made_at IS NULL HAVING d.made_at IS NULL $$;

-- The newest first, those before `p_before`.
CREATE OR REPLACE FUNCTION chain.view_days_v1(p_before date, p_limit int)
RETURNS TABLE (day date, state text, name text, lines bigint, totals jsonb,
  made_at timestamptz, uploaded_at timestamptz, handed_in jsonb, inside int, inside_open int,
  not_in int, late int, differences int, failure jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.day,
    CASE WHEN d.uploaded_at IS NOT NULL THEN 'uploaded'
      WHEN d.handed_in_at IS NOT NULL THEN 'handed-in'
      -- Until then the server may still answer.
      WHEN chain.in_doubt_since(d) < now() - interval '5 minutes' THEN 'in-doubt'
      WHEN d.made_at IS NOT NULL THEN 'made'
      -- For an hour it is being sent.
      WHEN d.due_at > now() - interval '1 hour' OR EXISTS (SELECT FROM chain.office_notes o
        WHERE o.name = 'daily-file' AND o.at > now() - interval '1 hour'
          AND o.note -> 'waits' ? d.day::text) THEN 'collecting'
      ELSE 'missing' END,
    d.name, d.lines, coalesce(d.totals, '[]'), d.made_at, d.uploaded_at,
    CASE WHEN d.handed_in_at IS NOT NULL THEN jsonb_build_object('at', chain.iso(d.handed_in_at),
      'by', d.handed_in_by, 'reason', coalesce(d.handed_in_reason, '')) END,
    n.inside, n.inside_open, n.not_in,
    (SELECT count(*)::int FROM chain.late_rows l WHERE l.day = d.day),
    coalesce((SELECT sum(k.value::int)::int FROM chain.comparisons c,
      jsonb_each_text(c.comparison -> 'kinds') k WHERE c.day = d.day), 0)
      + coalesce(jsonb_array_length(d.left_out), 0)
      + (SELECT count(*)::int FROM chain.misdated_of(d)),
    CASE WHEN d.uploaded_at IS NULL THEN (SELECT a.result::jsonb FROM chain.day_attempts a
      WHERE a.day = d.day AND a.result LIKE '{%' ORDER BY a.number DESC LIMIT 1) END
  FROM chain.days d, chain.standings_of(d) n
  WHERE p_before IS NULL OR d.day < p_before ORDER BY d.day DESC LIMIT least(p_limit, 101) $$;

CREATE OR REPLACE FUNCTION chain.iso(p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The tills that were missing or had open payments: as the file was made, or now.
CREATE OR REPLACE FUNCTION chain.view_day_tills_v1(p_day date)
RETURNS TABLE (till_id text, shop text, pos_number text, standing text,
  complete_until timestamptz, seen_at timestamptz, unresolved int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.till_id, w.shop, w.pos_number,
    CASE w.standing WHEN 'in-but-open' THEN 'in-open' ELSE 'not-in' END,
    CASE WHEN s.complete_until > 0 THEN to_timestamp(s.complete_until) END, w.seen_at,
    coalesce(s.unresolved, 0)
  FROM (
    SELECT m ->> 'till' AS till_id, m ->> 'shop' AS shop, m ->> 'pos' AS pos_number,
      m ->> 'standing' AS standing, (m ->> 'seenAt')::timestamptz AS seen_at
    FROM chain.days d, jsonb_array_elements(coalesce(d.missing, '[]')) m
    WHERE d.day = p_day AND d.made_at IS NOT NULL
    UNION ALL
    SELECT n.till_id::text, n.shop, n.pos_number, n.standing, n.seen_at
    FROM chain.days d, chain.day_tills_v1(d.since_second, d.until_second) n
    WHERE d.day = p_day AND d.made_at IS NULL AND n.standing <> 'in') AS w
    LEFT JOIN chain.standing s ON s.till_id::text = w.till_id
  ORDER BY (w.standing = 'in-but-open'), w.shop, w.pos_number LIMIT 200 $$;

-- Of a comparison or a file that is older, nothing more can be done by a shop.
CREATE OR REPLACE FUNCTION chain.differences() RETURNS TABLE (id text, kind text, day date,
  at timestamptz, till_id uuid, item jsonb, reason text) LANGUAGE sql STABLE AS $$
  SELECT 'c' || c.day || '-' || e.n, e.item ->> 'kind', c.day, date_trunc('milliseconds', c.at),
    chain.uuid_or_null(e.item -> 'till' ->> 'id'), e.item, NULL::text
  FROM chain.comparisons c,
    jsonb_array_elements(c.comparison -> 'differences') WITH ORDINALITY AS e(item, n)
  WHERE c.day > now()::date - 30
  UNION ALL
  -- Each of the payments that share an external_id, so that every till of them is named.
  SELECT 'd' || c.day || '-' || (e.item ->> 'externalId') || '-' || f.n, 'doubled', c.day,
    date_trunc('milliseconds', c.at), chain.uuid_or_null(f.payment ->> 'tillId'),
    jsonb_build_object('externalId', e.item -> 'externalId'), NULL
  FROM chain.comparisons c, jsonb_array_elements(c.comparison -> 'doubles') AS e(item),
    jsonb_array_elements(e.item -> 'payments') WITH ORDINALITY AS f(payment, n)
  WHERE c.day > now()::date - 30
  UNION ALL
  -- What no file can hold, and what the service dates wrongly.
  SELECT 'o' || d.day || '-' || (e.item ->> 'paymentId'), 'left-out', d.day,
    date_trunc('milliseconds', d.made_at), p.till_id,
    e.item || jsonb_build_object('authorization', p.authorization_id,
      'accountNumber', p.account_shown, 'fields', jsonb_build_array(e.item -> 'field')), NULL
  FROM chain.days d, jsonb_array_elements(coalesce(d.left_out, '[]')) AS e(item)
    LEFT JOIN chain.payments p ON p.external_id = chain.uuid_or_null(e.item ->> 'externalId')
      AND p.payment_id = chain.uuid_or_null(e.item ->> 'paymentId')
  WHERE d.day > now()::date - 30
  UNION ALL
  SELECT 'm' || d.day || '-' || p.payment_id, 'left-out', d.day,
    date_trunc('milliseconds', p.created_at), p.till_id,
    jsonb_build_object('externalId', p.external_id, 'authorization', p.authorization_id,
      'accountNumber', p.account_shown, 'fields', jsonb_build_array('time'), 'amount',
      jsonb_build_object('amount', p.amount::text, 'currency', p.currency)), NULL
  FROM chain.days d, chain.misdated_of(d) p WHERE d.day > now()::date - 30
  UNION ALL
  SELECT 'l' || l.day || '-' || l.payment_id, 'late', l.day, date_trunc('milliseconds', l.at),
    l.till_id, l.difference, NULL
  FROM chain.late_rows l WHERE l.day > now()::date - 30
  UNION ALL
  SELECT 'r' || r.id, 'refused-row', NULL, date_trunc('milliseconds', r.at), r.till_id,
    jsonb_build_object('externalId', chain.refused_field(r.row, 'external'),
      'authorization', chain.refused_field(r.row, 'auth'),
      'accountNumber', chain.refused_field(r.row, 'account')), r.why
  FROM chain.refused_rows r WHERE r.at > now() - interval '30 days' $$;

CREATE OR REPLACE FUNCTION chain.view_differences_v1(
  p_kind text, p_at timestamptz, p_id text, p_limit int)
RETURNS TABLE (id text, kind text, day date, at timestamptz, till jsonb, external_id text,
  "authorization" text, account text, amount jsonb, fields jsonb, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT v.id, v.kind, v.day, v.at,
    CASE WHEN t.till_id IS NOT NULL THEN jsonb_build_object('tillId', t.till_id, 'shop', t.shop,
      'posNumber', t.pos_number) END,
    v.item ->> 'externalId', v.item ->> 'authorization', v.item ->> 'accountNumber',
    CASE WHEN jsonb_typeof(v.item -> 'amount') = 'object' THEN v.item -> 'amount' END,
    coalesce(v.item -> 'fields', '[]'), v.reason
  FROM chain.differences() v LEFT JOIN chain.tills t USING (till_id)
  WHERE (p_kind = 'all' OR (p_kind = 'refused-row') = (v.kind = 'refused-row'))
    AND (p_at IS NULL OR (v.at, v.id) < (p_at, p_id))
  ORDER BY v.at DESC, v.id DESC LIMIT least(p_limit, 101) $$;

CREATE OR REPLACE FUNCTION chain.view_overview_v1()
RETURNS TABLE (read_at timestamptz, tills int, troubled int, unresolved int, differences int,
  refused_rows int, shift_differences int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT now(), v.tills, v.troubled,
    (SELECT count(*)::int FROM chain.payments p
      WHERE p.state IN ('intent', 'sent', 'unknown', 'unclear')),
    (SELECT count(*)::int FROM chain.differences() d WHERE d.kind <> 'refused-row'),
    (SELECT count(*)::int FROM chain.refused_rows r WHERE r.at > now() - interval '30 days'),
    (SELECT count(*)::int FROM chain.shifts h
      WHERE h.opened_at > now() - interval '7 days' AND h.closed_at IS NOT NULL
        AND chain.is_different(h.difference))
  FROM (SELECT count(*)::int AS tills,
      count(*) FILTER (WHERE cardinality(x.troubles) > 0)::int AS troubled
    FROM chain.till_views() x) AS v $$;
