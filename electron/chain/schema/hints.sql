-- The notices of the service's webhooks: an object with this key has changed. Nothing else in a
-- webhook is trusted. A notice of a payment goes to the till that has the payment, even if that
-- till reports the payment only later; a notice of a bill goes to every till, because only the till
-- knows which bills it has saved. A notice that a retired till did not finish goes to the till that
-- reports the payment then: the same ledger under a new login, or a ledger restored from its
-- backup. A till gets a notice again until it has reported it done; notices of bills are sent in
-- order, and the highest reported id ends all earlier ones.

CREATE OR REPLACE FUNCTION chain.add_hint_v1(p_kind text, p_key text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO chain.hints AS h (kind, key, till_id)
  SELECT p_kind, p_key, (
    SELECT p.till_id FROM chain.payments p JOIN chain.tills t USING (till_id)
    WHERE (p_kind = 'transaction' AND p.authorization_id = p_key)
      OR (p_kind = 'external-id' AND p.external_id = chain.uuid_or_null(p_key))
    ORDER BY t.retired_at NULLS FIRST LIMIT 1)
  ON CONFLICT (kind, key) DO UPDATE SET id = excluded.id, at = now(), done_at = NULL,
    till_id = coalesce(excluded.till_id, h.till_id) $$;

CREATE OR REPLACE FUNCTION chain.uuid_or_null(p_text text) RETURNS uuid
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN p_text::uuid END $$;

-- The payments of a push may be those that were hinted at before it came.
CREATE OR REPLACE FUNCTION chain.claim_hints(t uuid, p_rows jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE chain.hints h SET till_id = t
  FROM jsonb_to_recordset(p_rows) AS x(external uuid, auth text),
    LATERAL (VALUES ('external-id', x.external::text), ('transaction', x.auth)) AS n(kind, key)
  WHERE h.kind = n.kind AND h.key = n.key AND h.done_at IS NULL
    AND (h.till_id IS NULL OR h.till_id <> t AND chain.may_change(h.till_id, t)) $$;

-- Those that wait for this till, the oldest first, without those that it has done.
CREATE OR REPLACE FUNCTION chain.hints_of(t uuid, p_done jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE done bigint[] := ARRAY(SELECT d::bigint FROM jsonb_array_elements_text(p_done) d);
BEGIN
  IF cardinality(done) > 0 THEN
    UPDATE chain.hints SET done_at = now() WHERE till_id = t AND id = ANY (done);
    INSERT INTO chain.bill_hints_done AS b (till_id, id)
    SELECT t, max(h.id) FROM chain.hints h WHERE h.kind = 'bill' AND h.id = ANY (done)
    HAVING count(*) > 0
    ON CONFLICT (till_id) DO UPDATE SET id = greatest(b.id, excluded.id);
  END IF;
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'key', w.key)
      ORDER BY w.id), '[]')
    FROM (
      (SELECT h.id, h.kind, h.key FROM chain.hints h
        WHERE h.till_id = t AND h.done_at IS NULL ORDER BY h.id LIMIT 50)
      UNION ALL
      (SELECT h.id, h.kind, h.key FROM chain.hints h
        WHERE h.kind = 'bill' AND h.at > now() - interval '3 days'
          AND h.id > coalesce((SELECT b.id FROM chain.bill_hints_done b WHERE b.till_id = t), 0)
        ORDER BY h.id LIMIT 50)
    ) AS w);
END $$;
