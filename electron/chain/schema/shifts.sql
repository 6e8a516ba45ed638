-- Shifts, their Z reports, and the refunds of the service. Amounts are as the till wrote them.

-- What a ledger had closed or settled stays so when an earlier copy of it tells it again.
CREATE OR REPLACE FUNCTION chain.put_shifts(s chain.standing, p_rows jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.shifts AS p (ledger_id, shift_id, till_id, epoch, number, shift_number,
    opened_at, opened_by, closed_at, closed_by, float, counted, expected, difference)
  SELECT s.ledger_id, x.id, s.till_id, s.epoch, x.n, x.number, x.opened_at, x.opened_by,
    x.closed_at, x.closed_by, x.float, x.counted, x.expected, x.difference
  FROM jsonb_to_recordset(p_rows) AS x(id text, n bigint, number bigint,
    opened_at timestamptz, opened_by text, closed_at timestamptz, closed_by text, float jsonb,
    counted jsonb, expected jsonb, difference jsonb)
  ON CONFLICT (ledger_id, shift_id) DO UPDATE SET till_id = excluded.till_id,
    epoch = excluded.epoch, number = excluded.number, float = excluded.float,
    (shift_number, closed_at, closed_by, counted, expected, difference) = (
      SELECT n.shift_number, n.closed_at, n.closed_by, n.counted, n.expected, n.difference
      FROM (VALUES
        (true, p.shift_number, p.closed_at, p.closed_by, p.counted, p.expected, p.difference),
        (false, excluded.shift_number, excluded.closed_at, excluded.closed_by,
          excluded.counted, excluded.expected, excluded.difference)
      ) AS n(is_kept, shift_number, closed_at, closed_by, counted, expected, difference)
      WHERE n.is_kept = (p.closed_at IS NOT NULL AND excluded.closed_at IS NULL))
  WHERE (p.epoch, p.number) < (excluded.epoch, excluded.number)
    AND chain.may_change(p.till_id, excluded.till_id) $$;

-- A report is never changed. A restored ledger may give its number to another shift's.
CREATE OR REPLACE FUNCTION chain.put_z_reports(s chain.standing, p_rows jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.z_reports AS p (ledger_id, z_number, till_id, epoch, number, shift_id, at,
    totals)
  SELECT s.ledger_id, x.number, s.till_id, s.epoch, x.n, x.shift, x.at, x.totals
  FROM jsonb_to_recordset(p_rows) AS x(number bigint, n bigint, shift text, at timestamptz,
    totals jsonb)
  ON CONFLICT (ledger_id, z_number, shift_id) DO UPDATE SET till_id = excluded.till_id,
    epoch = excluded.epoch, number = excluded.number
  WHERE (p.epoch, p.number) < (excluded.epoch, excluded.number)
    AND chain.may_change(p.till_id, excluded.till_id) $$;

CREATE OR REPLACE FUNCTION chain.put_refunds(s chain.standing, p_rows jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.refunds AS p (ledger_id, payment_id, till_id, epoch, number, at, amount,
    currency, owed_to, settled_at, settled)
  SELECT s.ledger_id, x.payment, s.till_id, s.epoch, x.n, x.at, x.amount, x.currency,
    x.owed_to, x.settled_at, x.settled
  FROM jsonb_to_recordset(p_rows) AS x(payment uuid, n bigint, at timestamptz, amount numeric,
    currency text, owed_to text, settled_at timestamptz, settled text)
  ON CONFLICT (ledger_id, payment_id) DO UPDATE SET till_id = excluded.till_id,
    epoch = excluded.epoch, number = excluded.number,
    settled_at = coalesce(excluded.settled_at, p.settled_at),
    settled = coalesce(excluded.settled, p.settled)
  WHERE (p.epoch, p.number) < (excluded.epoch, excluded.number)
    AND chain.may_change(p.till_id, excluded.till_id) $$;
