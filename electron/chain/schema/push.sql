-- The push protocol. `hello` starts a session: both sides compare their last change, and the
-- smaller number holds. `push` brings the changes after the database's last change, and returns its
-- new last change: a lost, doubled or reordered push gets the current number and changes nothing. A
-- row that the database cannot store is set aside by its key, and the other rows are stored.

CREATE OR REPLACE FUNCTION chain.standing_v1()
RETURNS TABLE (epoch_key uuid, acked bigint) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.epoch_key, s.acked FROM chain.standing s WHERE s.till_id = chain.must_be_till() $$;

-- `p_mark_at` holds the till's marks by their numbers; `p_head` is its newest change.
-- `p_lost_session` is a session that the till used when it ended.
CREATE OR REPLACE FUNCTION chain.hello_v2(
  p_ledger uuid, p_epoch_key uuid, p_head bigint, p_mark_at jsonb, p_lost_session bigint)
RETURNS TABLE (session bigint, epoch int, acked bigint, rewound boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE t uuid := chain.must_be_till(); was chain.standing; s chain.standing; r boolean := false;
  kind text;
BEGIN
  IF p_ledger IS NULL OR p_epoch_key IS NULL OR p_head IS NULL THEN
    RAISE EXCEPTION 'a ledger, a key and a head are needed' USING ERRCODE = '22004';
  END IF;
  PERFORM chain.use_units(t, chain.limit_of('units of a hello') + octet_length(p_mark_at::text) / 1000);
  INSERT INTO chain.standing (till_id) VALUES (t) ON CONFLICT DO NOTHING;
  SELECT * INTO was FROM chain.standing x WHERE x.till_id = t FOR UPDATE;
  s := was;
  IF s.ledger_id IS DISTINCT FROM p_ledger OR s.epoch_key IS DISTINCT FROM p_epoch_key THEN
    -- Another ledger, or one that knows that it was restored.
    INSERT INTO chain.ledgers AS l (ledger_id, epoch) VALUES (p_ledger, s.epoch + 1)
    ON CONFLICT (ledger_id) DO UPDATE SET epoch = greatest(l.epoch + 1, excluded.epoch)
    RETURNING l.epoch INTO s.epoch;
    s.acked := 0; s.acked_mark := NULL;
    s.epoch_head := p_head; s.epoch_since := now();
  ELSIF p_head < s.acked
    OR (s.acked > 0 AND s.acked_mark IS DISTINCT FROM (p_mark_at ->> s.acked::text)) THEN
    r := true;
  END IF;
  UPDATE chain.standing x SET ledger_id = p_ledger, epoch_key = p_epoch_key, epoch = s.epoch,
    epoch_head = s.epoch_head, epoch_since = s.epoch_since, acked = s.acked,
    acked_mark = s.acked_mark, session = x.session + 1, session_since = now(),
    is_closed = false, seen_at = now()
  WHERE x.till_id = t RETURNING x.session INTO s.session;
  kind := CASE
    WHEN was.ledger_id IS NULL THEN NULL
    -- A later session has pushed, and the one before is still in use. A session that has pushed
    -- nothing may be this till's own, whose answer was lost.
    WHEN p_lost_session < was.session AND was.seen_at > was.session_since THEN 'cloned'
    WHEN s.epoch = was.epoch THEN
      CASE WHEN NOT was.is_closed AND was.seen_at > now() - interval '1 hour' THEN 'taken' END
    WHEN p_ledger <> was.ledger_id THEN 'another-ledger'
    ELSE 'rewound' END;
  IF kind IS NOT NULL THEN
    INSERT INTO chain.restarts (till_id, kind) VALUES (t, kind);
  END IF;
  -- In an earlier state than we know nothing may be pushed: it has no session.
  RETURN QUERY SELECT CASE WHEN r THEN 0 ELSE s.session END, s.epoch, s.acked, r;
END $$;

-- Of a till of an older version.
CREATE OR REPLACE FUNCTION chain.hello_v1(
  p_ledger uuid, p_epoch_key uuid, p_head bigint, p_mark_at jsonb)
RETURNS TABLE (session bigint, epoch int, acked bigint, rewound boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM chain.hello_v2(p_ledger, p_epoch_key, p_head, p_mark_at, NULL) $$;

-- What one row or many say, each kind by its own function; without a till's rights.
CREATE OR REPLACE FUNCTION chain.put_rows(s chain.standing, p_rows jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE k record;
BEGIN
  FOR k IN SELECT r ->> 'change' AS change, jsonb_agg(r) AS rows
    FROM jsonb_array_elements(p_rows) AS r GROUP BY 1
  LOOP
    IF k.rows @? '$[*].wrong' THEN
      RAISE EXCEPTION 'fields that the till itself could not write: %', k.rows -> 0 ->> 'wrong'
        USING ERRCODE = '22023';
    END IF;
    IF k.rows @? '$.** ? (@ like_regex "[\u0001-\u001f\u007f-\u009f\u2028\u2029]")' THEN
      RAISE EXCEPTION 'a line break or another control character' USING ERRCODE = '22023';
    END IF;
    CASE k.change
      WHEN 'payment' THEN
        PERFORM chain.put_payments(s, k.rows), chain.claim_hints(s.till_id, k.rows);
      WHEN 'shift' THEN PERFORM chain.put_shifts(s, k.rows);
      WHEN 'z-report' THEN PERFORM chain.put_z_reports(s, k.rows);
      WHEN 'refund' THEN PERFORM chain.put_refunds(s, k.rows);
      ELSE RAISE EXCEPTION 'an unknown kind of change: %', k.change USING ERRCODE = '22023';
    END CASE;
  END LOOP;
END $$;

-- A field of a refused row. Null where the row was too long and its beginning is stored as text, and
-- where PostgreSQL cannot read it: a \u0000 in any field makes reading every field fail.
CREATE OR REPLACE FUNCTION chain.refused_field(p_row json, p_field text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN p_row ->> p_field;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;

-- `json`, because `jsonb` would refuse all of them for one row's \u0000 before anything is done.
CREATE OR REPLACE FUNCTION chain.push_v1(
  p_session bigint, p_from bigint, p_to bigint, p_mark text, p_rows json, p_status jsonb)
RETURNS TABLE (acked bigint, refused int, hints jsonb) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE t uuid := chain.must_be_till(); s chain.standing; n int := 0; r json;
  bytes int := octet_length(p_rows::text); kept bigint;
BEGIN
  PERFORM chain.use_units(t, 1 + bytes / 1000);
  IF coalesce(octet_length(p_mark), 0) + octet_length(p_status::text)
    > chain.limit_of('bytes of a status')
  THEN
    RAISE EXCEPTION 'a mark or a status of that size' USING ERRCODE = '54000';
  END IF;
  SELECT * INTO s FROM chain.standing x WHERE x.till_id = t FOR UPDATE;
  IF NOT FOUND OR s.session IS DISTINCT FROM p_session THEN
    RAISE EXCEPTION 'another session of this till has begun' USING ERRCODE = 'MS001';
  END IF;
  -- A gap or a repeat: said where we stand, and nothing else is done.
  IF p_from IS DISTINCT FROM s.acked OR p_to IS NULL OR p_to < p_from THEN
    RETURN QUERY SELECT s.acked, 0, '[]'::jsonb; RETURN;
  END IF;
  IF json_array_length(p_rows) > chain.limit_of('rows of a push')
    OR bytes > chain.limit_of('bytes of a push')
  THEN
    RAISE EXCEPTION 'too many rows' USING ERRCODE = '54000';
  END IF;
  BEGIN
    PERFORM chain.put_rows(s, p_rows::text::jsonb);
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR cardinality_violation
    OR program_limit_exceeded THEN
    FOR r IN SELECT json_array_elements(p_rows) LOOP
      BEGIN
        PERFORM chain.put_rows(s, jsonb_build_array(r::text::jsonb));
      EXCEPTION WHEN data_exception OR integrity_constraint_violation OR cardinality_violation
    OR program_limit_exceeded THEN
        n := n + 1;
        -- A push beyond the limit fails, and the till sends it again the next day.
        kept := coalesce(kept, (SELECT count(*) FROM chain.refused_rows f
          WHERE f.till_id = t AND f.at > now() - interval '1 day')) + 1;
        IF kept > chain.limit_of('refused rows') THEN
          RAISE EXCEPTION 'too many rows of this till were refused today' USING ERRCODE = '53400';
        END IF;
        INSERT INTO chain.refused_rows (till_id, ledger_id, epoch, why, row)
        VALUES (t, s.ledger_id, s.epoch, left(SQLERRM, 400), CASE
          WHEN octet_length(r::text) <= chain.limit_of('bytes of a refused row') THEN r
          ELSE to_json(left(r::text, 2000)) END);
      END;
    END LOOP;
  END;
  UPDATE chain.standing x SET acked = p_to, use_since = clock_timestamp(),
    use_base = pg_sequence_last_value(to_regclass(format('chain.%I', 'use_of_' || t)))
      - chain.used_units(t),
    acked_mark = CASE WHEN p_to > p_from THEN p_mark ELSE s.acked_mark END,
    seen_at = now(),
    -- Its last word: one that was too high, by a clock that was wrong, does not stay.
    complete_until = coalesce((p_status ->> 'until')::bigint, x.complete_until),
    is_closed = coalesce((p_status ->> 'closed')::boolean, false),
    open_since = (p_status ->> 'open_since')::bigint,
    unresolved = coalesce((p_status ->> 'unresolved')::int, 0),
    papers = coalesce((p_status ->> 'papers')::int, 0),
    version = p_status ->> 'version', pos_number = p_status ->> 'pos',
    backup_at = (p_status ->> 'backup_at')::timestamptz,
    clock_offset = (p_status ->> 'clock_offset')::double precision,
    audit_number = (p_status ->> 'audit_number')::bigint,
    audit_digest = p_status ->> 'audit_digest',
    service = p_status ->> 'service', printer = p_status ->> 'printer'
  WHERE x.till_id = t;
  RETURN QUERY SELECT p_to, n, chain.hints_of(t, coalesce(p_status -> 'hints', '[]'));
END $$;

-- With what every till's light says of the daily file. A till of an older version calls `push_v1`.
CREATE OR REPLACE FUNCTION chain.push_v2(
  p_session bigint, p_from bigint, p_to bigint, p_mark text, p_rows json, p_status jsonb)
RETURNS TABLE (acked bigint, refused int, hints jsonb, overdue_day date, overdue_seconds bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT p.acked, p.refused, p.hints, o.day,
    extract(epoch FROM now() - o.due_at)::bigint
  FROM chain.push_v1(p_session, p_from, p_to, p_mark, p_rows, p_status) AS p
    LEFT JOIN chain.overdue_file() AS o ON true;
END $$;
