-- Open payments that no ledger holds any more: of a till that was restored from an older backup, got
-- another ledger, or was retired. Nobody looks them up again. A person closes each, and only the
-- service's own list, as the comparison read it, decides how.

-- Those that no till may still resolve, unless it is retired. A restored ledger lacks a payment for certain
-- once everything that it holds was sent again, with an hour to spare for clocks that differ, and nothing
-- of the payment was refused. A cancel has no row of its own in the service's list.
CREATE OR REPLACE FUNCTION chain.orphaned_payments() RETURNS SETOF chain.payments
LANGUAGE sql STABLE AS $$
  SELECT p.* FROM chain.payments p
  WHERE p.state IN ('intent', 'sent', 'unknown', 'unclear') AND p.kind <> 'cancel'
    AND NOT EXISTS (SELECT FROM chain.standing s JOIN chain.tills t USING (till_id)
      WHERE s.ledger_id = p.ledger_id AND t.retired_at IS NULL
        AND (p.epoch < s.epoch AND s.acked >= s.epoch_head
          AND s.complete_until >= extract(epoch FROM s.epoch_since) + 3600) IS NOT TRUE)
    AND NOT EXISTS (SELECT FROM chain.standing s JOIN chain.tills t USING (till_id)
        JOIN chain.refused_rows r USING (ledger_id)
      WHERE s.ledger_id = p.ledger_id AND t.retired_at IS NULL
        AND position(p.payment_id::text IN r.row::text) > 0) $$;

-- The oldest first, each with the number of all. A nested loop would read all tills for each payment.
CREATE OR REPLACE FUNCTION chain.orphaned_payments_v1(p_limit int)
RETURNS TABLE (external_id uuid, day date, shop text, pos_number text, amount text, currency text,
  count int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_nestloop = off AS $$
  SELECT p.external_id, coalesce((SELECT d.day FROM chain.days d
      WHERE p.created_at >= to_timestamp(d.since_second)
        AND p.created_at < to_timestamp(d.until_second) LIMIT 1), p.intent_day),
    t.shop, t.pos_number, p.amount::text, p.currency, (count(*) OVER ())::int
  FROM chain.orphaned_payments() p JOIN chain.tills t USING (till_id)
  ORDER BY p.created_at, p.payment_id LIMIT least(p_limit, 1000) $$;

-- The till compares a row in the same way.
CREATE OR REPLACE FUNCTION chain.is_row_of(s chain.service_rows, p chain.payments) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(s.biller_id = p.biller_id AND s.currency = p.currency
    AND CASE WHEN s.amount ~ '^\d{1,18}(\.\d{1,6})?$' THEN s.amount::numeric = p.amount END
    AND chain.account_key(s.account_number)
      IN (chain.account_key(p.account_number), chain.account_key(p.account_shown)), false) $$;

-- The same request may be sent again for a day. A till's clock may be wrong, the chain's is not: the
-- payment was sent before the chain last heard of it.
CREATE OR REPLACE FUNCTION chain.listed_until(p chain.payments) RETURNS timestamptz
LANGUAGE sql STABLE AS $$ SELECT greatest(p.created_at, p.changed_at) + interval '1 day' $$;

CREATE OR REPLACE FUNCTION chain.listed_since(p chain.payments) RETURNS timestamptz
LANGUAGE sql STABLE AS $$ SELECT least(p.created_at, p.first_at) - interval '1 day' $$;

-- Whether a row without an external_id may be the payment's: nothing in it differs.
CREATE OR REPLACE FUNCTION chain.may_be_row_of(s chain.service_rows, p chain.payments)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.external_id IS NULL AND coalesce(s.biller_id = p.biller_id, true)
    AND coalesce(s.currency = p.currency, true)
    AND CASE WHEN s.amount ~ '^\d{1,18}(\.\d{1,6})?$' THEN s.amount::numeric = p.amount
      ELSE true END
    AND coalesce(chain.account_key(s.account_number)
      IN (chain.account_key(p.account_number), chain.account_key(p.account_shown)), true)
    AND coalesce(to_timestamp(s.second)
      BETWEEN chain.listed_since(p) AND chain.listed_until(p), true) $$;

-- What the service's list proves: 'paid' or 'not-paid' with the row, or why nothing is proved. A row
-- that was given back was paid before, except that no cash is handed out for a cash-out.
CREATE OR REPLACE FUNCTION chain.proof_of(p chain.payments, OUT proof text,
  OUT service chain.service_rows, OUT until timestamptz)
LANGUAGE plpgsql STABLE AS $$
DECLARE l chain.service_list;
BEGIN
  SELECT s.* INTO service FROM chain.service_rows s WHERE s.external_id = p.external_id::text
  ORDER BY chain.is_row_of(s, p) DESC, s.class = 'crashed', s.class IN ('timeout', 'unknown'),
    s.second, s.id LIMIT 1;
  IF FOUND THEN
    proof := CASE WHEN NOT chain.is_row_of(service, p) THEN 'row-differs'
      WHEN service.class = 'crashed'
        OR p.kind = 'cash-out' AND service.class IN ('refunded', 'reversed') THEN 'not-paid'
      WHEN service.class NOT IN ('none', 'sent', 'fulfilled', 'refunded', 'reversed')
        THEN 'row-not-final'
      WHEN service.second IS NULL THEN 'row-without-time'
      ELSE 'paid' END;
    RETURN;
  END IF;
  SELECT * INTO l FROM chain.service_list;
  until := chain.listed_until(p);
  proof := CASE
    WHEN l.since_second IS NULL OR l.until_second IS NULL THEN 'list-unread'
    -- Read before the chain knew the payment as open, a row of it may be deleted already.
    WHEN extract(epoch FROM chain.listed_since(p))
        < greatest(l.since_second, l.kept_since_second)
      OR p.changed_at > p.created_at + interval '3 days'
      OR p.intent_day <= now()::date - (SELECT account_days FROM chain.keeping)
      THEN 'list-incomplete'
    WHEN l.until_second < extract(epoch FROM until) THEN 'list-not-yet-read'
    WHEN EXISTS (SELECT FROM chain.service_rows s
      WHERE s.external_id IS NULL AND chain.may_be_row_of(s, p) AND NOT EXISTS (
        SELECT FROM chain.payments o WHERE o.authorization_id = s.id))
      THEN 'row-without-external-id'
    ELSE 'not-paid' END;
END $$;

-- Closes the payment that the beginning of an external_id names, or says why not. The epoch 0 is of no
-- ledger: one that comes back can replace the state only by one that is more advanced.
CREATE OR REPLACE FUNCTION chain.close_payment_v1(p_key text, p_by text, p_reason text)
RETURNS TABLE (result text, external_id uuid, service_id text, until timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE p chain.payments; f record; n int;
BEGIN
  SELECT count(*) INTO n FROM (SELECT FROM chain.payments x
    WHERE x.state IN ('intent', 'sent', 'unknown', 'unclear') AND x.kind <> 'cancel'
      AND starts_with(x.external_id::text, lower(p_key)) LIMIT 2) AS y;
  IF n <> 1 THEN
    RETURN QUERY SELECT CASE n WHEN 0 THEN 'not-open' ELSE 'several' END, NULL::uuid, NULL::text,
      NULL::timestamptz;
    RETURN;
  END IF;
  SELECT * INTO p FROM chain.payments x
  WHERE x.state IN ('intent', 'sent', 'unknown', 'unclear') AND x.kind <> 'cancel'
    AND starts_with(x.external_id::text, lower(p_key)) FOR UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'not-open', NULL::uuid, NULL::text, NULL::timestamptz; RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM chain.orphaned_payments() o WHERE o.intent_day = p.intent_day
    AND o.ledger_id = p.ledger_id AND o.payment_id = p.payment_id) THEN
    RETURN QUERY SELECT 'in-ledger', p.external_id, NULL::text, NULL::timestamptz; RETURN;
  END IF;
  SELECT * INTO f FROM chain.proof_of(p);
  IF f.proof IN ('paid', 'not-paid') THEN
    UPDATE chain.payments x SET state = 'by-hand-' || f.proof, state_epoch = 0, changed_at = now(),
      performed_second = CASE f.proof WHEN 'paid' THEN (f.service).second END,
      authorization_id = CASE f.proof WHEN 'paid' THEN chain.to_line_field((f.service).id)
        ELSE x.authorization_id END
    WHERE x.intent_day = p.intent_day AND x.ledger_id = p.ledger_id
      AND x.payment_id = p.payment_id;
    INSERT INTO chain.payment_acts (intent_day, ledger_id, payment_id, state_before, state,
      service_id, by, reason)
    VALUES (p.intent_day, p.ledger_id, p.payment_id, p.state, 'by-hand-' || f.proof,
      (f.service).id, p_by, p_reason);
  END IF;
  RETURN QUERY SELECT f.proof, p.external_id, (f.service).id, f.until;
END $$;
