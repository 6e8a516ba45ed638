-- The owner's views. Each view is a function of the office group that answers within a moment
-- whatever the size of the chain: sales are stored as sums by hour and till, in the commit that
-- stores a payment, and restarts of a till's numbering are recorded when it says hello.
--
-- Sums are by whole hours of UTC: in a time zone with a half-hour offset, a day begins half an hour
-- off.

CREATE OR REPLACE FUNCTION chain.view_sales_v1(
  p_from timestamptz, p_until timestamptz, p_shop text)
RETURNS TABLE (name text, sums jsonb, open int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH place AS (
    SELECT t.till_id, CASE WHEN p_shop IS NULL THEN t.shop
      ELSE t.pos_number END AS name, t.retired_at IS NULL AS is_used
    FROM chain.tills t
    WHERE p_shop IS NULL OR t.shop = p_shop),
  whole AS (
    SELECT date_bin('6 hours', p_from + interval '6 hours' - interval '1 microsecond', 'epoch')
      AS a, date_bin('6 hours', p_until, 'epoch') AS b),
  counted AS (
    SELECT x.till_id, x.kind, x.currency, x.count, x.amount FROM chain.sales x, whole w
    WHERE x.hours = 6 AND x.since >= w.a AND x.since < w.b
    UNION ALL
    SELECT x.till_id, x.kind, x.currency, x.count, x.amount FROM chain.sales x, whole w
    WHERE x.hours = 1 AND x.since >= p_from AND x.since < p_until
      AND (x.since < w.a OR x.since >= w.b)),
  sold AS (
    SELECT l.name, x.kind, x.currency, sum(x.count) AS count, sum(x.amount) AS amount
    FROM counted x JOIN place l USING (till_id) GROUP BY 1, 2, 3 HAVING sum(x.count) <> 0),
  summed AS (
    SELECT o.name, max(o.amount) FILTER (WHERE o.kind IN ('bill', 'top-up', 'gift-card')) AS most,
      jsonb_agg(jsonb_build_object('kind', o.kind, 'currency', o.currency, 'count', o.count,
        'amount', o.amount::text) ORDER BY o.kind, o.currency) AS sums
    FROM sold o GROUP BY 1),
  waiting AS (
    SELECT l.name, count(*)::int AS open FROM chain.payments p JOIN place l USING (till_id)
    WHERE p.state IN ('intent', 'sent', 'unknown', 'unclear')
      AND p.intent_day BETWEEN (p_from AT TIME ZONE 'UTC')::date
        AND (p_until AT TIME ZONE 'UTC')::date
      AND p.created_at >= p_from AND p.created_at < p_until GROUP BY 1)
  SELECT n.name, coalesce(m.sums, '[]'), coalesce(w.open, 0)
  FROM (SELECT l.name FROM place l WHERE l.is_used
    UNION SELECT m.name FROM summed m UNION SELECT w.name FROM waiting w) AS n
    LEFT JOIN summed m USING (name) LEFT JOIN waiting w USING (name)
  ORDER BY m.most DESC NULLS LAST, n.name $$;

-- What a restored ledger lacks: what it did not tell again, once it had told all that it has.
CREATE OR REPLACE FUNCTION chain.lacking_of(s chain.standing) RETURNS SETOF chain.payments
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM chain.payments p
  WHERE p.till_id = s.till_id AND p.ledger_id = s.ledger_id AND p.epoch < s.epoch
    AND s.complete_until >= extract(epoch FROM s.epoch_since)
    AND p.intent_day >= (now() - interval '100 days')::date
    AND p.created_at > now() - interval '100 days' $$;

CREATE OR REPLACE FUNCTION chain.till_views()
RETURNS TABLE (id uuid, shop text, pos_number text, version text, seen_at timestamptz,
  is_closed boolean, complete_until timestamptz, unresolved int, papers int,
  backup_at timestamptz, clock_off_seconds int, printer text, service text, same_pos int,
  lacking int, refused_rows int, troubles text[])
LANGUAGE sql STABLE AS $$
  WITH refused AS (
    SELECT r.till_id, count(*)::int AS rows FROM chain.refused_rows r
    WHERE r.at > now() - interval '30 days' GROUP BY 1),
  anew AS (
    SELECT r.till_id, bool_or(r.kind = 'cloned') AS is_cloned,
      bool_or(r.kind IN ('rewound', 'cloned')) AS has_gone_back
    FROM chain.restarts r WHERE r.at > now() - interval '30 days' GROUP BY 1),
  lacks AS (
    SELECT s.till_id, (SELECT count(*)::int FROM chain.lacking_of(s)) AS payments
    FROM anew a JOIN chain.standing s USING (till_id) WHERE a.has_gone_back),
  one AS (
    SELECT t.till_id, t.shop, t.pos_number, s.version,
      s.seen_at, coalesce(s.is_closed, false) AS is_closed, s.complete_until, s.open_since,
      coalesce(s.unresolved, 0) AS unresolved, coalesce(s.papers, 0) AS papers, s.backup_at,
      round(s.clock_offset)::int AS clock_offset, s.printer, s.service,
      (count(*) OVER (PARTITION BY coalesce(s.pos_number, t.pos_number)) - 1)::int AS same_pos,
      coalesce(l.payments, 0) AS lacking, coalesce(r.rows, 0) AS refused,
      coalesce(a.is_cloned, false) AS is_cloned,
      NOT coalesce(s.is_closed, false) AND s.seen_at < now() - interval '15 minutes' AS is_silent,
      extract(epoch FROM now()) AS now
    FROM chain.tills t LEFT JOIN chain.standing s USING (till_id)
      LEFT JOIN refused r USING (till_id) LEFT JOIN anew a USING (till_id)
      LEFT JOIN lacks l USING (till_id)
    WHERE t.retired_at IS NULL)
  SELECT o.till_id, o.shop, o.pos_number, o.version, o.seen_at, o.is_closed,
    CASE WHEN o.complete_until > 0 THEN to_timestamp(o.complete_until) END, o.unresolved,
    o.papers, o.backup_at, o.clock_offset, o.printer, o.service, o.same_pos, o.lacking, o.refused,
    array_remove(ARRAY[
      CASE WHEN o.seen_at IS NULL THEN 'never' END,
      CASE WHEN o.is_silent THEN 'silent' END,
      CASE WHEN NOT o.is_closed AND NOT o.is_silent AND o.complete_until < o.now - 600
        THEN 'unsent' END,
      CASE WHEN o.is_cloned THEN 'cloned' END,
      CASE WHEN o.lacking > 0 THEN 'rewound' END,
      CASE WHEN o.refused > 0 THEN 'refused' END,
      CASE WHEN o.same_pos > 0 THEN 'pos-doubled' END,
      CASE WHEN o.open_since < o.now - 3600 THEN 'unresolved' END,
      CASE WHEN abs(o.clock_offset) > 120 THEN 'clock' END,
      CASE WHEN o.seen_at IS NOT NULL AND coalesce(o.backup_at, '-infinity')
        < now() - interval '2 days' THEN 'backup' END,
      CASE WHEN NOT o.is_closed AND o.papers > 0 THEN 'papers' END,
      CASE WHEN NOT o.is_closed AND NOT o.is_silent AND o.printer <> 'green' THEN 'printer' END,
      CASE WHEN NOT o.is_closed AND NOT o.is_silent AND o.service <> 'green' THEN 'service' END
    ], NULL)
  FROM one o $$;

CREATE OR REPLACE FUNCTION chain.view_tills_v1(
  p_text text, p_troubled boolean, p_from int, p_limit int)
RETURNS TABLE (id uuid, shop text, pos_number text, version text, seen_at timestamptz,
  is_closed boolean, complete_until timestamptz, unresolved int, papers int,
  backup_at timestamptz, clock_off_seconds int, printer text, service text, same_pos int,
  lacking int, refused_rows int, troubles text[], count int, troubled int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM (
    SELECT v.*, (count(*) OVER ())::int AS count,
      (count(*) FILTER (WHERE cardinality(v.troubles) > 0) OVER ())::int AS troubled
    FROM chain.till_views() v
    WHERE p_text IS NULL OR position(lower(p_text) IN lower(v.shop)) > 0 OR v.pos_number = p_text
  ) AS w
  WHERE NOT p_troubled OR cardinality(w.troubles) > 0
  ORDER BY (cardinality(w.troubles) = 0), chain.trouble_rank(w.troubles), w.shop, w.pos_number,
    w.id
  OFFSET p_from LIMIT least(p_limit, 101) $$;

CREATE OR REPLACE FUNCTION chain.trouble_rank(p_troubles text[]) RETURNS int
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_position(ARRAY['cloned', 'rewound', 'refused', 'silent', 'never',
    'unsent', 'pos-doubled', 'service', 'unresolved'], p_troubles[1]), 99) $$;

CREATE OR REPLACE FUNCTION chain.view_till_v1(p_till uuid)
RETURNS TABLE (id uuid, shop text, pos_number text, version text, seen_at timestamptz,
  is_closed boolean, complete_until timestamptz, unresolved int, papers int,
  backup_at timestamptz, clock_off_seconds int, printer text, service text, same_pos int,
  lacking int, refused_rows int, troubles text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM chain.till_views() v WHERE v.id = p_till $$;

CREATE OR REPLACE FUNCTION chain.view_restarts_v1(p_till uuid)
RETURNS TABLE (at timestamptz, kind text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.at, r.kind FROM chain.restarts r WHERE r.till_id = p_till ORDER BY r.at DESC LIMIT 20 $$;

CREATE OR REPLACE FUNCTION chain.view_lacking_v2(p_till uuid) RETURNS TABLE (id uuid, till jsonb,
  kind text, state text, created_at timestamptz,
  biller_id bigint, biller_name text, account text, amount jsonb, due jsonb, external_id uuid,
  "authorization" text, cashier_name text, code text, refund jsonb, cancelled_by uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
  SELECT p.payment_id, jsonb_build_object('tillId', t.till_id, 'shop', t.shop,
    'posNumber', t.pos_number), p.kind,
    CASE WHEN p.state IN ('intent', 'sent', 'unknown', 'unclear') THEN 'open' ELSE p.state END,
    p.created_at, p.biller_id, p.biller_name, p.account_shown,
    jsonb_build_object('amount', p.amount::text, 'currency', p.currency),
    jsonb_build_object('amount', p.due::text, 'currency', p.shop_currency),
    p.external_id, p.authorization_id, p.cashier_name, p.code,
    (SELECT jsonb_build_object('settled', r.settled) FROM chain.refunds r
      WHERE r.ledger_id = p.ledger_id AND r.payment_id = p.payment_id),
    (SELECT c.payment_id FROM chain.payments c WHERE c.cancels = p.payment_id
      AND c.ledger_id = p.ledger_id AND c.state IN ('paid', 'by-hand-paid') LIMIT 1)
  FROM chain.standing s JOIN chain.tills t USING (till_id), chain.lacking_of(s) p
  WHERE s.till_id = p_till ORDER BY p.created_at DESC LIMIT 100 $$;

CREATE OR REPLACE FUNCTION chain.view_unresolved_v2(p_at timestamptz, p_id uuid, p_limit int)
RETURNS TABLE (id uuid, till jsonb, kind text, state text, created_at timestamptz,
  biller_id bigint, biller_name text, account text, amount jsonb, due jsonb, external_id uuid,
  "authorization" text, cashier_name text, code text, refund jsonb, cancelled_by uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
  SELECT p.payment_id, jsonb_build_object('tillId', t.till_id, 'shop', t.shop,
    'posNumber', t.pos_number), p.kind,
    CASE WHEN p.state IN ('intent', 'sent', 'unknown', 'unclear') THEN 'open' ELSE p.state END,
    p.created_at, p.biller_id, p.biller_name, p.account_shown,
    jsonb_build_object('amount', p.amount::text, 'currency', p.currency),
    jsonb_build_object('amount', p.due::text, 'currency', p.shop_currency),
    p.external_id, p.authorization_id, p.cashier_name, p.code,
    (SELECT jsonb_build_object('settled', r.settled) FROM chain.refunds r
      WHERE r.ledger_id = p.ledger_id AND r.payment_id = p.payment_id),
    (SELECT c.payment_id FROM chain.payments c WHERE c.cancels = p.payment_id
      AND c.ledger_id = p.ledger_id AND c.state IN ('paid', 'by-hand-paid') LIMIT 1)
  FROM chain.payments p JOIN chain.tills t USING (till_id)
  WHERE p.state IN ('intent', 'sent', 'unknown', 'unclear')
    AND (p_at IS NULL OR (p.created_at, p.payment_id) > (p_at, p_id))
  ORDER BY p.created_at, p.payment_id LIMIT least(p_limit, 101) $$;

-- Without the accents that people leave out when they type.
CREATE OR REPLACE FUNCTION chain.plain(p_text text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(lower(p_text), 'áéíóúüñ', 'aeiouun') $$;

-- Where a piece of the search ends: the time of the payment that is `p_count` payments after the
-- cursor, the newest first; null if fewer are left.
CREATE OR REPLACE FUNCTION chain.view_search_since_v1(p_at timestamptz, p_id uuid, p_count int)
RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
  SELECT p.created_at FROM chain.payments p
  WHERE (p.created_at, p.payment_id) < (coalesce(p_at, 'infinity'), p_id)
  ORDER BY p.created_at DESC, p.payment_id DESC OFFSET least(p_count, 100000) LIMIT 1 $$;

-- Only the conditions that are asked for: each filter has a plan of its own. A text that is a number
-- is found by indexes. Within one day a text is also an amount, a part of a biller's name, or what an
-- account begins or ends with. `match` then chooses the payments that the indexes find ('number') or
-- those that only reading the day finds ('other'); without it, a day is read for all of them. A number
-- that too many accounts begin or end with, such as a biller's, is not searched by indexes.
CREATE OR REPLACE FUNCTION chain.view_payments_v3(
  p_filter jsonb, p_at timestamptz, p_id uuid, p_limit int)
RETURNS TABLE (id uuid, till jsonb, kind text, state text, created_at timestamptz,
  biller_id bigint, biller_name text, account text, amount jsonb, due jsonb, external_id uuid,
  "authorization" text, cashier_name text, code text, refund jsonb, cancelled_by uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
DECLARE
  f jsonb := jsonb_strip_nulls(p_filter);
  since timestamptz := f ->> 'since';
  until timestamptz := f ->> 'until';
  w text := 'true';
  key text := chain.account_key(coalesce(f ->> 'text', ''));
  source text := 'chain.payments';
  arms text[];
  has_number text;
  has_text text;
  months text;
  found chain.payments[];
  found_in_months int;
  max_in_months int := CASE WHEN since IS NULL THEN 2000 ELSE 5000 END;
  names text[];
  is_day boolean := coalesce(until - since <= interval '26 hours', false);
  is_number boolean := length(key) >= 4 AND key ~ '[0-9]'
    AND NOT (f ? 'textAmount' AND f ->> 'text' !~ '^[0-9 ]+$');
BEGIN
  IF f ? 'since' THEN w := w || $q$ AND p.created_at >= ($1 ->> 'since')::timestamptz
    AND p.intent_day >= (($1 ->> 'since')::timestamptz AT TIME ZONE 'UTC')::date$q$; END IF;
  IF f ? 'until' THEN w := w || $q$ AND p.created_at < ($1 ->> 'until')::timestamptz
    AND p.intent_day <= (($1 ->> 'until')::timestamptz AT TIME ZONE 'UTC')::date$q$; END IF;
  IF p_at IS NOT NULL THEN w := w || $q$ AND (p.created_at, p.payment_id) < ($2, $3)
    AND p.intent_day <= ($2 AT TIME ZONE 'UTC')::date$q$; END IF;
  IF f ? 'kind' THEN w := w || $q$ AND p.kind = $1 ->> 'kind'$q$; END IF;
  IF f ? 'amount' THEN
    w := w || $q$ AND ($1 ->> 'amount')::numeric IN (p.amount, p.due)$q$;
  END IF;
  IF f ? 'state' THEN w := w || CASE f ->> 'state'
    WHEN 'open' THEN $q$ AND p.state IN ('intent', 'sent', 'unknown', 'unclear')$q$
    WHEN 'by-hand' THEN $q$ AND p.state IN ('by-hand-paid', 'by-hand-not-paid')$q$
    WHEN 'paid' THEN $q$ AND p.state = 'paid' AND NOT EXISTS (SELECT FROM chain.refunds r
      WHERE r.ledger_id = p.ledger_id AND r.payment_id = p.payment_id)$q$
    WHEN 'refunded' THEN $q$ AND EXISTS (SELECT FROM chain.refunds r
      WHERE r.ledger_id = p.ledger_id AND r.payment_id = p.payment_id)$q$
    WHEN 'taken-back' THEN $q$ AND EXISTS (SELECT FROM chain.payments c
      WHERE c.cancels = p.payment_id AND c.ledger_id = p.ledger_id
        AND c.state IN ('paid', 'by-hand-paid'))$q$
    ELSE $q$ AND p.state = $1 ->> 'state'$q$ END; END IF;
  IF f ? 'shop' THEN
    w := w || $q$ AND p.till_id = ANY (ARRAY(SELECT o.till_id FROM chain.tills o
      WHERE position(chain.plain($1 ->> 'shop') IN chain.plain(o.shop)) > 0))$q$;
  END IF;
  IF f ? 'text' THEN
    IF NOT is_day AND NOT is_number THEN
      RAISE EXCEPTION 'this text is searched within one day only' USING ERRCODE = 'MS005';
    END IF;
    -- An index finds each of them.
    arms := ARRAY[
      $q$p.authorization_id = $1 ->> 'text'$q$,
      $q$p.external_id = chain.uuid_or_null($1 ->> 'text')$q$,
      $q$reverse(chain.account_key(p.account_number)) ~>=~ reverse($4)
        AND reverse(chain.account_key(p.account_number)) ~<~ (reverse($4) || chr(1114111))$q$,
      $q$chain.account_key(p.account_number) ~>=~ $4
        AND chain.account_key(p.account_number) ~<~ ($4 || chr(1114111))$q$];
    -- No account looks like an id. A shorter beginning is often that of a biller: too many have it.
    IF f ->> 'text' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN arms := arms[2:2];
    ELSIF NOT is_number THEN arms := arms[:1];
    ELSIF length(key) < 6 THEN arms := arms[:3];
    END IF;
    has_number := '(' || array_to_string(arms, ' OR ') || ')';
  END IF;
  IF f ? 'text' AND (NOT is_day OR f ->> 'match' = 'number') THEN
    -- The period chooses the tables of its months, by their names, and only filters what is found
    -- in them. Without it and without an order, only the indexes of the number can serve, whatever
    -- the statistics say.
    SELECT string_agg(format('SELECT p::chain.payments AS p FROM chain.%I AS p WHERE %s',
      c.relname, has_number), ' UNION ALL ') INTO months
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'chain.payments'::regclass AND (c.relname = 'payments_default'
      OR right(c.relname, 7) BETWEEN coalesce(to_char(since AT TIME ZONE 'UTC', 'YYYY_MM'), '')
        AND coalesce(to_char(until AT TIME ZONE 'UTC', 'YYYY_MM'), '9999_12'));
    EXECUTE 'SELECT count(*), array_agg(n.p) FILTER (WHERE (n.p).created_at >= $5
        AND (n.p).created_at < $6) FROM (' || months || ' LIMIT $7 + 1) AS n'
      INTO found_in_months, found USING f, p_at, p_id, key, coalesce(since, '-infinity'),
        coalesce(until, 'infinity'), max_in_months;
    IF found_in_months > max_in_months OR cardinality(found) > 2000 THEN
      RAISE EXCEPTION 'too many payments have this number' USING ERRCODE = 'MS006';
    END IF;
    source := 'unnest($7)';
  ELSIF f ? 'text' THEN
    -- A day has many payments of few billers, and their names are compared once.
    EXECUTE 'SELECT array_agg(name) FROM (SELECT DISTINCT p.biller_name AS name
        FROM chain.payments p WHERE ' || w || $q$) AS n
      WHERE position(chain.plain($1 ->> 'text') IN chain.plain(name)) > 0$q$ INTO names
      USING f, p_at, p_id;
    -- Between line breaks, which no account contains, each account begins and ends.
    has_text := $q$(p.authorization_id = $1 ->> 'text'
      OR p.external_id = chain.uuid_or_null($1 ->> 'text')
      OR p.biller_name = ANY ($6)
      OR ($1 ->> 'textAmount')::numeric IN (p.amount, p.due)
      OR $4 <> '' AND (SELECT position(E'\n' || $4 IN a.keys) > 0 OR position($4 || E'\n' IN a.keys) > 0
        FROM (SELECT CASE WHEN n.accounts ~ E'^[0-9 \n-]+$'
            -- The key of digits, in a fifth of the time.
            THEN replace(replace(n.accounts, ' ', ''), '-', '')
            ELSE chain.account_key(n.accounts) END AS keys
          FROM (SELECT concat(E'\n', p.account_number, E'\n', p.account_shown, E'\n') AS accounts
            OFFSET 0) AS n OFFSET 0) AS a))$q$;
    w := w || ' AND ' || CASE WHEN f ->> 'match' = 'other'
      -- Only what has the text is compared with the number.
      THEN 'CASE WHEN ' || has_text || ' THEN ' || has_number || ' IS NOT TRUE ELSE false END'
      ELSE has_text END;
  END IF;
  RETURN QUERY EXECUTE $q$
    SELECT p.payment_id,
      jsonb_build_object('tillId', t.till_id, 'shop', t.shop,
        'posNumber', t.pos_number),
      p.kind,
      CASE WHEN p.state IN ('intent', 'sent', 'unknown', 'unclear') THEN 'open' ELSE p.state END,
      p.created_at, p.biller_id, p.biller_name, p.account_shown,
      jsonb_build_object('amount', p.amount::text, 'currency', p.currency),
      jsonb_build_object('amount', p.due::text, 'currency', p.shop_currency),
      p.external_id, p.authorization_id, p.cashier_name, p.code,
      (SELECT jsonb_build_object('settled', r.settled) FROM chain.refunds r
        WHERE r.ledger_id = p.ledger_id AND r.payment_id = p.payment_id),
      (SELECT c.payment_id FROM chain.payments c
        WHERE c.cancels = p.payment_id AND c.ledger_id = p.ledger_id
          AND c.state IN ('paid', 'by-hand-paid') LIMIT 1)
    FROM $q$ || source || $q$ AS p JOIN chain.tills t USING (till_id)
    WHERE $q$ || w || $q$
    ORDER BY p.created_at DESC, p.payment_id DESC LIMIT least($5, 1001)$q$
    USING f, p_at, p_id, key, p_limit, names, found;
END $$;

-- Of a list of { currency, amount }.
CREATE OR REPLACE FUNCTION chain.amount_in(p_sums jsonb, p_currency text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((SELECT e ->> 'amount' FROM jsonb_array_elements(p_sums) e
    WHERE e ->> 'currency' = p_currency LIMIT 1), '0') $$;

-- Of the newest Z report of a shift; what the drawer should have held has a column of its own.
CREATE OR REPLACE FUNCTION chain.z_totals_of(p_ledger uuid, p_shift text, p_currency text)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('name', e ->> 'name',
        'count', e -> 'count', 'amount', e ->> 'amount')), '[]')
      FROM jsonb_array_elements(z.totals) e WHERE e ->> 'currency' = p_currency
        AND e ->> 'name' NOT IN ('float', 'expected'))
    FROM chain.z_reports z WHERE z.ledger_id = p_ledger AND z.shift_id = p_shift
    ORDER BY z.z_number DESC LIMIT 1), '[]') $$;

CREATE OR REPLACE FUNCTION chain.view_shifts_v1(p_since timestamptz, p_until timestamptz,
  p_different boolean, p_at timestamptz, p_id text, p_limit int)
RETURNS TABLE (id text, till jsonb, opened_at timestamptz, opened_by text,
  closed_at timestamptz, closed_by text, money jsonb, z_number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT h.shift_id, jsonb_build_object('tillId', t.till_id, 'shop', t.shop,
    'posNumber', t.pos_number), h.opened_at, h.opened_by, h.closed_at,
      h.closed_by,
    coalesce((SELECT jsonb_agg(jsonb_build_object('currency', c ->> 'currency',
        'float', chain.amount_in(h.float, c ->> 'currency'), 'counted', c ->> 'amount',
        'expected', chain.amount_in(h.expected, c ->> 'currency'),
        'difference', chain.amount_in(h.difference, c ->> 'currency'),
        'totals', chain.z_totals_of(h.ledger_id, h.shift_id, c ->> 'currency'))
          ORDER BY c ->> 'currency')
      FROM jsonb_array_elements(h.counted) c WHERE h.closed_at IS NOT NULL), '[]'),
    (SELECT max(z.z_number) FROM chain.z_reports z
      WHERE z.ledger_id = h.ledger_id AND z.shift_id = h.shift_id)
  FROM (
    -- Each arm is read along its own index, from where the page begins.
    (SELECT s.* FROM chain.shifts s WHERE NOT p_different
      AND s.opened_at >= coalesce(p_since, '-infinity')
      AND s.opened_at < coalesce(p_until, 'infinity')
      AND (s.opened_at, s.shift_id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
      ORDER BY s.opened_at DESC, s.shift_id DESC LIMIT least(p_limit, 101))
    UNION ALL
    (SELECT s.* FROM chain.shifts s WHERE p_different
      AND s.closed_at IS NOT NULL AND chain.is_different(s.difference)
      AND s.opened_at >= coalesce(p_since, '-infinity')
      AND s.opened_at < coalesce(p_until, 'infinity')
      AND (s.opened_at, s.shift_id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
      ORDER BY s.opened_at DESC, s.shift_id DESC LIMIT least(p_limit, 101))
  ) AS h JOIN chain.tills t USING (till_id)
  ORDER BY h.opened_at DESC, h.shift_id DESC $$;
