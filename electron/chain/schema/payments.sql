-- The payments of all ledgers, partitioned by the month of the day (UTC) on which the till decided
-- to send. That day never changes, so a row never moves; the time at which the service performed
-- the payment is known later and is another column. Months without a partition go into the default
-- one.
--
-- A final state replaces an open one, in whatever order they arrive. Within one epoch the later
-- change replaces the earlier one; a later epoch is a restored ledger, which cannot replace more
-- advanced states: `told_state` stores the state that it sent. A row that the restored ledger does
-- not send keeps its old epoch, which shows the owner the payments that this ledger lacks.

CREATE OR REPLACE FUNCTION chain.rank(state text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE state WHEN 'intent' THEN 0 WHEN 'sent' THEN 1 WHEN 'unknown' THEN 2
    WHEN 'unclear' THEN 2 WHEN 'rejected' THEN 3 WHEN 'not-performed' THEN 3
    WHEN 'by-hand-not-paid' THEN 3 WHEN 'paid' THEN 4 WHEN 'by-hand-paid' THEN 4 END $$;

-- Text that becomes a field of the daily file. Control characters are refused in every row.
CREATE OR REPLACE FUNCTION chain.to_line_field(p_text text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF position('|' IN p_text) > 0 THEN
    RAISE EXCEPTION 'a bar in a field of the daily file' USING ERRCODE = '22023';
  END IF;
  RETURN p_text;
END $$;

-- What is older than all that is kept is not taken in again. The POS number is that of the
-- enrollment, whatever the till says, so that no login writes in another till's name; it stays with
-- the payment when the till is enrolled again with another number.
CREATE OR REPLACE FUNCTION chain.put_payments(s chain.standing, p_rows jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.payments AS p (intent_day, ledger_id, payment_id, till_id, epoch, number,
    state, state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
    account_number, account_shown, amount, currency, fee, due, shop_currency, pos_number,
    external_id, authorization_id, cashier_id, cashier_name, service_version, code, is_drp,
    cancels, shift_id)
  SELECT (x.created_at AT TIME ZONE 'UTC')::date, s.ledger_id, x.id, s.till_id, s.epoch, x.n,
    x.state, s.epoch, x.state, x.kind, x.created_at, x.performed, x.biller, x.biller_name,
    CASE WHEN x.is_old THEN right(x.line_account, 4) ELSE x.line_account END,
    CASE WHEN x.is_old THEN right(x.line_account, 4) ELSE x.account_shown END,
    x.amount, chain.to_line_field(x.currency), x.fee, x.due, x.shop_currency,
    CASE WHEN x.pos = '' THEN '' ELSE t.pos_number END, x.external, chain.to_line_field(x.auth),
    x.cashier, x.cashier_name, x.version, x.code, x.is_drp, x.cancels, x.shift
  FROM (
    SELECT r.*, r.created_at < now() - make_interval(days => k.account_days) AS is_old,
      chain.to_line_field(r.account) AS line_account
    FROM jsonb_to_recordset(p_rows) AS r(id uuid, n bigint, state text, kind text,
      created_at timestamptz, performed bigint, biller bigint, biller_name text, account text,
      account_shown text, amount numeric, currency text, fee numeric, due numeric,
      shop_currency text, pos text, external uuid, auth text, cashier text, cashier_name text,
      version text, code text, is_drp boolean, cancels uuid, shift text)
    CROSS JOIN chain.keeping k
    WHERE r.created_at IS NULL
      OR r.created_at >= now() - make_interval(days => k.payment_days)
  ) AS x JOIN chain.tills t ON t.till_id = s.till_id
  ON CONFLICT (intent_day, ledger_id, payment_id) DO UPDATE SET
    epoch = excluded.epoch, number = excluded.number, told_state = excluded.state,
    till_id = excluded.till_id, changed_at = now(),
    (state, state_epoch, performed_second, authorization_id, code) = (
      SELECT n.state, n.state_epoch, n.performed_second, n.authorization_id, n.code
      FROM (VALUES
        (true, p.state, p.state_epoch, p.performed_second, p.authorization_id, p.code),
        (false, excluded.state, excluded.state_epoch, excluded.performed_second,
          excluded.authorization_id, excluded.code)
      ) AS n(is_kept, state, state_epoch, performed_second, authorization_id, code)
      WHERE n.is_kept = (p.state_epoch <> excluded.epoch
        AND chain.rank(excluded.state) < chain.rank(p.state)))
  WHERE (p.epoch, p.number) < (excluded.epoch, excluded.number)
    AND chain.may_change(p.till_id, excluded.till_id) $$;

-- About one exact account the newest three of other tills and three of this one, and never a list of
-- what was paid; and not without end.
CREATE OR REPLACE FUNCTION chain.same_v1(p_biller bigint, p_account text, p_minutes int)
RETURNS TABLE (at timestamptz, amount numeric, currency text, state text, shop text,
  pos_number text, is_mine boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE me uuid := chain.must_be_till();
BEGIN
  PERFORM chain.use_units(me, chain.limit_of('units of a look-up'));
  RETURN QUERY SELECT found.* FROM unnest(ARRAY[false, true]) AS own(is_mine) CROSS JOIN LATERAL (
    SELECT p.created_at, p.amount, p.currency, p.state, t.shop, p.pos_number, own.is_mine
    FROM chain.payments p JOIN chain.tills t USING (till_id)
    -- The index is of the key.
    WHERE chain.account_key(p.account_number) = chain.account_key(p_account)
      AND p.biller_id = p_biller AND p.account_number = p_account AND p.kind <> 'cancel'
      AND p.intent_day >= (now() AT TIME ZONE 'UTC')::date - 2
      AND p.created_at > now() - make_interval(mins => least(p_minutes, 1500))
      AND p.state NOT IN ('rejected', 'not-performed', 'by-hand-not-paid')
      AND (p.till_id = me) = own.is_mine
    ORDER BY p.created_at DESC LIMIT 3) AS found
  ORDER BY 1 DESC;
END $$;
