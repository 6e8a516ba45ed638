-- By single hours, and by six of them: a day is most of it the latter, whatever its zone.
CREATE TABLE chain.sales (
  hours int NOT NULL,
  since timestamptz NOT NULL,
  till_id uuid NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  count bigint NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (hours, since, till_id, kind, currency)
) WITH (fillfactor = 70);
CREATE INDEX payments_by_time ON chain.payments (created_at, payment_id);

-- How a till began anew: with another ledger, in an earlier state of its own, as another copy of
-- itself, or only with another session while the one before had not said goodbye.
CREATE TABLE chain.restarts (
  till_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  -- The key of the epoch that ended.
  epoch_key uuid
);
CREATE INDEX restarts_by_till ON chain.restarts (till_id, at);

CREATE FUNCTION chain.count_sold() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO chain.sales AS x (hours, since, till_id, kind, currency, count, amount)
  SELECT w.hours, date_bin(make_interval(hours => w.hours), p.created_at, 'epoch'), p.till_id,
    p.kind, p.currency, count(*), sum(p.amount)
  FROM fresh p, (VALUES (1), (6)) AS w(hours)
  WHERE p.state IN ('paid', 'by-hand-paid') GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (hours, since, till_id, kind, currency)
    DO UPDATE SET count = x.count + excluded.count,
    amount = x.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE FUNCTION chain.count_changed() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO chain.sales AS x (hours, since, till_id, kind, currency, count, amount)
  SELECT w.hours, date_bin(make_interval(hours => w.hours), p.created_at, 'epoch'), p.till_id,
    p.kind, p.currency, sum(p.n), sum(p.n * p.amount)
  FROM (
    SELECT created_at, till_id, kind, currency, amount, state, 1 AS n FROM fresh
    UNION ALL SELECT created_at, till_id, kind, currency, amount, state, -1 FROM was
  ) AS p, (VALUES (1), (6)) AS w(hours)
  WHERE p.state IN ('paid', 'by-hand-paid') GROUP BY 1, 2, 3, 4, 5 HAVING sum(p.n) <> 0
  ON CONFLICT (hours, since, till_id, kind, currency)
    DO UPDATE SET count = x.count + excluded.count,
    amount = x.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_sold AFTER INSERT ON chain.payments REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION chain.count_sold();
CREATE TRIGGER payments_sold_changed AFTER UPDATE ON chain.payments
  REFERENCING OLD TABLE AS was NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION chain.count_changed();

CREATE FUNCTION chain.note_restart() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE k text;
BEGIN
  k := CASE
    WHEN OLD.ledger_id IS NULL THEN NULL
    WHEN NEW.epoch = OLD.epoch THEN
      CASE WHEN NOT OLD.is_closed AND OLD.seen_at > now() - interval '1 hour' THEN 'taken' END
    WHEN NEW.ledger_id <> OLD.ledger_id THEN 'another-ledger'
    -- A key that has ended comes back only with another copy of the same profile.
    WHEN EXISTS (SELECT FROM chain.restarts r
      WHERE r.till_id = NEW.till_id AND r.epoch_key = NEW.epoch_key) THEN 'cloned'
    ELSE 'rewound' END;
  IF k IS NOT NULL THEN
    INSERT INTO chain.restarts (till_id, kind, epoch_key) VALUES (NEW.till_id, k,
      CASE WHEN NEW.epoch <> OLD.epoch THEN OLD.epoch_key END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER standing_restarts AFTER UPDATE ON chain.standing FOR EACH ROW
  WHEN (OLD.session IS DISTINCT FROM NEW.session) EXECUTE FUNCTION chain.note_restart();
