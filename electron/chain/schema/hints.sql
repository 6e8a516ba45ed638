-- The notices of the service's webhooks: an object with this key has changed. Nothing else in a
-- webhook is trusted. A notice of a payment goes to every till that reported its id, even if a till
-- reports it only later: so a till that names another's payment takes nothing from it, and the
-- notice of a retired till reaches the till that reports its ledger then. A notice of a bill goes to
-- every till, because only the till knows which bills it has saved. A till gets a notice again until
-- it has reported it done; notices of bills are sent in order, and the highest reported id ends all
-- earlier ones.

-- The tills that reported the payment of a notice. One query for each kind, each by its own index
-- whatever the statistics say: on unlucky data the planner scanned every payment.
CREATE OR REPLACE FUNCTION chain.send_hint(p_id bigint, p_kind text, p_key text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF p_kind = 'transaction' THEN
    INSERT INTO chain.hint_tills (till_id, hint_id)
    SELECT DISTINCT p.till_id, p_id FROM chain.payments p WHERE p.authorization_id = p_key
    ON CONFLICT DO NOTHING;
  ELSIF p_kind = 'external-id' THEN
    INSERT INTO chain.hint_tills (till_id, hint_id)
    SELECT DISTINCT p.till_id, p_id FROM chain.payments p
    WHERE p.external_id = chain.uuid_or_null(p_key)
    ON CONFLICT DO NOTHING;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION chain.add_hint_v1(p_kind text, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE added bigint;
BEGIN
  INSERT INTO chain.hints AS h (kind, key) VALUES (p_kind, p_key)
  ON CONFLICT (kind, key) DO UPDATE SET id = excluded.id, at = now() RETURNING h.id INTO added;
  PERFORM chain.send_hint(added, p_kind, p_key);
END $$;

CREATE OR REPLACE FUNCTION chain.uuid_or_null(p_text text) RETURNS uuid
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN p_text::uuid END $$;

-- The payments of a push may be those that were hinted at before it came.
CREATE OR REPLACE FUNCTION chain.claim_hints(t uuid, p_rows jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.hint_tills (till_id, hint_id)
  SELECT DISTINCT t, h.id
  FROM jsonb_to_recordset(p_rows) AS x(external uuid, auth text),
    LATERAL (VALUES ('external-id', x.external::text), ('transaction', x.auth)) AS n(kind, key)
    JOIN chain.hints h USING (kind, key)
  -- In the order of claim_notices_v2, which may insert the same.
  ORDER BY 2
  ON CONFLICT DO NOTHING $$;

-- Those that wait for this till, the oldest first, without those that it has done.
CREATE OR REPLACE FUNCTION chain.hints_of(t uuid, p_done jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE done bigint[] := ARRAY(SELECT d::bigint FROM jsonb_array_elements_text(p_done) d);
BEGIN
  IF cardinality(done) > 0 THEN
    UPDATE chain.hint_tills SET done_at = now() WHERE till_id = t AND hint_id = ANY (done);
    INSERT INTO chain.bill_hints_done AS b (till_id, id)
    SELECT t, max(h.id) FROM chain.hints h WHERE h.kind = 'bill' AND h.id = ANY (done)
    HAVING count(*) > 0
    ON CONFLICT (till_id) DO UPDATE SET id = greatest(b.id, excluded.id);
  END IF;
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'key', w.key)
      ORDER BY w.id), '[]')
    FROM (
      (SELECT h.id, h.kind, h.key FROM chain.hint_tills w JOIN chain.hints h ON h.id = w.hint_id
        WHERE w.till_id = t AND w.done_at IS NULL ORDER BY h.id LIMIT 50)
      UNION ALL
      (SELECT h.id, h.kind, h.key FROM chain.hints h
        WHERE h.kind = 'bill' AND h.at > now() - interval '3 days'
          AND h.id > coalesce((SELECT b.id FROM chain.bill_hints_done b WHERE b.till_id = t), 0)
        ORDER BY h.id LIMIT 50)
    ) AS w);
END $$;
