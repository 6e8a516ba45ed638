import { type SchemaTopic, SECURITY_DEFINER } from './topic.ts';

/**
 * The chain's business days, their files, and the election of the process that makes them. A day is
 * a date in the chain's time zone; bounds are seconds since the epoch by the service's clock. Each
 * change by the elected process carries its fence, and is rejected once another process was
 * elected.
 */
export const OFFICE_DAYS: SchemaTopic = {
  steps: {
    1: `
      -- The chain's business days, their files, and who was in when a file was made. A day is a date in
      -- the chain's zone; moments of the interface are seconds since the epoch, others timestamps.
      CREATE TABLE chain.office_state (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        -- Account numbers of intents before this day are shortened.
        shortened_until date
      );
      INSERT INTO chain.office_state DEFAULT VALUES;
      CREATE TABLE chain.days (
        day date PRIMARY KEY,
        since_second bigint NOT NULL,
        until_second bigint NOT NULL,
        due_at timestamptz NOT NULL,
        name text NOT NULL,
        build uuid, made_at timestamptz, lines bigint, bytes bigint, sha256 text,
        totals jsonb, left_out jsonb, missing jsonb,
        -- From then on the server may have the file under its name.
        offered_at timestamptz,
        in_doubt_at timestamptz,
        -- The temporary name of the last attempt.
        part text,
        uploaded_at timestamptz,
        handed_in_at timestamptz, handed_in_by text, handed_in_reason text,
        -- All rows were looked through for late ones, once every transaction of the making's time had ended.
        searched_at timestamptz
      );
      CREATE INDEX days_missing ON chain.days (day) WHERE uploaded_at IS NULL AND handed_in_at IS NULL;
      CREATE INDEX days_made ON chain.days (until_second) WHERE made_at IS NOT NULL;
      -- The bytes of a file, as they were made; committed before the file is offered to a server.
      CREATE TABLE chain.day_pieces (
        build uuid NOT NULL, n int NOT NULL,
        day date NOT NULL,
        first_second bigint NOT NULL, last_second bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (build, n)
      );
      ALTER TABLE chain.day_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE INDEX day_pieces_day ON chain.day_pieces (day);
      -- Where each till stood as the file was made, in the same snapshot as its rows.
      CREATE TABLE chain.day_tills (
        day date NOT NULL, till_id uuid NOT NULL, epoch int NOT NULL, acked bigint NOT NULL,
        PRIMARY KEY (day, till_id)
      );
      CREATE TABLE chain.day_attempts (
        day date NOT NULL, number int NOT NULL, holder text NOT NULL, by text,
        started_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz, result text,
        PRIMARY KEY (day, number)
      );
      -- What persons did about a day.
      CREATE TABLE chain.day_acts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(), day date NOT NULL, act text NOT NULL,
        by text NOT NULL, reason text, role_name text NOT NULL DEFAULT session_user
      );
      -- What each part of the process last said of itself.
      CREATE TABLE chain.office_notes (name text PRIMARY KEY, at timestamptz NOT NULL, note jsonb NOT NULL);`,
  },
  functions: `
    -- Refuses whoever is no longer the elected one; a takeover waits until the caller has committed.
    CREATE OR REPLACE FUNCTION chain.hold_fence(p_fence bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM chain.leases WHERE name = 'maker' AND fence = p_fence FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'another process makes the file now' USING ERRCODE = 'MS002';
      END IF;
    END $$;

    CREATE OR REPLACE FUNCTION chain.lease_v1(p_name text) RETURNS jsonb
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT jsonb_build_object('holder', holder, 'fence', fence, 'until', until, 'isHeld', until > clock_timestamp())
      FROM chain.leases WHERE name = p_name $$;

    CREATE OR REPLACE FUNCTION chain.day_json(d chain.days) RETURNS jsonb LANGUAGE sql STABLE AS $$
      SELECT jsonb_build_object('day', d.day, 'since', d.since_second, 'until', d.until_second,
        'dueAt', d.due_at, 'name', d.name, 'build', d.build, 'madeAt', d.made_at, 'lines', d.lines,
        'bytes', d.bytes, 'sha256', d.sha256, 'totals', d.totals, 'leftOut', d.left_out,
        'misdated', (SELECT count(*) FROM chain.misdated_of(d)),
        'missing', d.missing, 'offeredAt', d.offered_at, 'inDoubtAt', d.in_doubt_at, 'part', d.part,
        'uploadedAt', d.uploaded_at, 'searchedAt', d.searched_at,
        'handedIn', CASE WHEN d.handed_in_at IS NULL THEN NULL ELSE jsonb_build_object(
          'at', d.handed_in_at, 'by', d.handed_in_by, 'reason', d.handed_in_reason) END) $$;

    -- As the tills agreed on it when they joined; no row before the first of them.
    CREATE OR REPLACE FUNCTION chain.first_file_day_v1() RETURNS TABLE (day date, second bigint)
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT f.day, f.second FROM chain.first_day f $$;

    CREATE OR REPLACE FUNCTION chain.add_day_v1(p_fence bigint, p_day date, p_since bigint, p_until bigint, p_due timestamptz, p_name text)
    RETURNS void LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      INSERT INTO chain.days (day, since_second, until_second, due_at, name)
      VALUES (p_day, p_since, p_until, p_due, p_name) ON CONFLICT DO NOTHING;
    END $$;

    -- The newest first; one day, or those before a day.
    CREATE OR REPLACE FUNCTION chain.days_v1(p_day date, p_before date, p_limit int) RETURNS SETOF jsonb
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT chain.day_json(d) FROM chain.days d
      WHERE (p_day IS NULL OR d.day = p_day) AND (p_before IS NULL OR d.day < p_before)
      ORDER BY d.day DESC LIMIT least(p_limit, 1000) $$;

    -- Neither uploaded nor handed in, the oldest first.
    CREATE OR REPLACE FUNCTION chain.missing_days_v1() RETURNS SETOF jsonb
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT chain.day_json(d) FROM chain.days d
      WHERE d.uploaded_at IS NULL AND d.handed_in_at IS NULL
        AND d.day >= (SELECT f.day FROM chain.first_day f) ORDER BY d.day LIMIT 1000 $$;

    -- Handed in by a person before any file was made: the first file is then the last.
    CREATE OR REPLACE FUNCTION chain.unmade_days_v1() RETURNS SETOF jsonb
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT chain.day_json(d) FROM chain.days d
      WHERE d.handed_in_at IS NOT NULL AND d.made_at IS NULL AND d.offered_at IS NULL ORDER BY d.day LIMIT 40 $$;

    CREATE OR REPLACE FUNCTION chain.begin_attempt_v1(p_fence bigint, p_day date, p_holder text, p_by text) RETURNS int
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    DECLARE made int;
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      INSERT INTO chain.day_attempts (day, number, holder, by)
      SELECT p_day, coalesce(max(number), 0) + 1, p_holder, p_by FROM chain.day_attempts WHERE day = p_day
      RETURNING number INTO made;
      RETURN made;
    END $$;

    CREATE OR REPLACE FUNCTION chain.end_attempt_v1(p_fence bigint, p_day date, p_number int, p_result text) RETURNS void
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      UPDATE chain.day_attempts SET ended_at = clock_timestamp(), result = p_result
      WHERE day = p_day AND number = p_number;
    END $$;

    CREATE OR REPLACE FUNCTION chain.attempts_v1(p_day date, p_limit int) RETURNS SETOF jsonb
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT to_jsonb(a) FROM chain.day_attempts a WHERE a.day = p_day ORDER BY a.number DESC LIMIT least(p_limit, 100) $$;

    -- The name under which the file stands on the server until it is whole.
    CREATE OR REPLACE FUNCTION chain.set_part_v1(p_fence bigint, p_day date, p_part text) RETURNS void
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      UPDATE chain.days SET part = p_part WHERE day = p_day AND in_doubt_at IS NULL;
    END $$;

    -- From now on the server may have this very file; refused if another was made meanwhile.
    CREATE OR REPLACE FUNCTION chain.open_offer_v1(p_fence bigint, p_day date, p_build uuid, p_part text) RETURNS void
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      UPDATE chain.days SET offered_at = coalesce(offered_at, clock_timestamp()),
        in_doubt_at = clock_timestamp(), part = p_part
      WHERE day = p_day AND build = p_build AND uploaded_at IS NULL AND handed_in_at IS NULL;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the day is no longer to be sent' USING ERRCODE = 'MS003';
      END IF;
    END $$;

    CREATE OR REPLACE FUNCTION chain.close_offer_v1(p_fence bigint, p_day date) RETURNS void
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      UPDATE chain.days SET in_doubt_at = NULL WHERE day = p_day;
    END $$;

    CREATE OR REPLACE FUNCTION chain.uploaded_v1(p_fence bigint, p_day date, p_how text) RETURNS void
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      PERFORM chain.hold_fence(p_fence);
      UPDATE chain.days SET offered_at = coalesce(offered_at, clock_timestamp()),
        uploaded_at = clock_timestamp(), in_doubt_at = NULL
      WHERE day = p_day AND uploaded_at IS NULL;
      INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, p_how, 'mostrador chain', NULL);
    END $$;

    -- Why there is nothing to decide about a day; null, and nobody else decides it meanwhile.
    CREATE OR REPLACE FUNCTION chain.why_decided(p_day date) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE d chain.days;
    BEGIN
      SELECT * INTO d FROM chain.days WHERE day = p_day FOR UPDATE;
      RETURN CASE WHEN NOT FOUND THEN 'not-a-day'
        WHEN d.uploaded_at IS NOT NULL THEN 'already-uploaded'
        WHEN d.handed_in_at IS NOT NULL THEN 'handed-in' END;
    END $$;

    -- A person knows that the file arrived by other means.
    CREATE OR REPLACE FUNCTION chain.hand_in_v1(p_day date, p_by text, p_reason text) RETURNS text
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    DECLARE why text := chain.why_decided(p_day);
    BEGIN
      IF why IS NOT NULL THEN RETURN why; END IF;
      UPDATE chain.days SET handed_in_at = clock_timestamp(), handed_in_by = p_by, handed_in_reason = p_reason
      WHERE day = p_day;
      INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, 'handed-in', p_by, p_reason);
      RETURN 'done';
    END $$;

    CREATE OR REPLACE FUNCTION chain.take_back_hand_in_v1(p_day date, p_by text, p_reason text) RETURNS text
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    BEGIN
      UPDATE chain.days SET handed_in_at = NULL, handed_in_by = NULL, handed_in_reason = NULL
      WHERE day = p_day AND handed_in_at IS NOT NULL;
      IF NOT FOUND THEN RETURN 'not-handed-in'; END IF;
      -- Where no server was offered the file it is made again, and what was late may be in it.
      DELETE FROM chain.late_rows l USING chain.days d
      WHERE l.day = p_day AND d.day = p_day AND d.offered_at IS NULL;
      INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, 'not-handed-in', p_by, p_reason);
      RETURN 'done';
    END $$;

    -- A person knows that the service does not have a file that may have arrived.
    CREATE OR REPLACE FUNCTION chain.send_again_v1(p_day date, p_by text, p_reason text) RETURNS text
    LANGUAGE plpgsql ${SECURITY_DEFINER} AS $$
    DECLARE why text := chain.why_decided(p_day);
    BEGIN
      IF why IS NOT NULL THEN RETURN why; END IF;
      UPDATE chain.days SET in_doubt_at = NULL WHERE day = p_day;
      INSERT INTO chain.day_acts (day, act, by, reason) VALUES (p_day, 'sent-again', p_by, p_reason);
      RETURN 'done';
    END $$;

    CREATE OR REPLACE FUNCTION chain.set_note_v1(p_name text, p_note jsonb) RETURNS void
    LANGUAGE sql ${SECURITY_DEFINER} AS $$
      INSERT INTO chain.office_notes AS o (name, at, note) VALUES (p_name, clock_timestamp(), p_note)
      ON CONFLICT (name) DO UPDATE SET at = excluded.at, note = excluded.note $$;

    CREATE OR REPLACE FUNCTION chain.notes_v1() RETURNS jsonb
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT coalesce(jsonb_object_agg(name, note || jsonb_build_object('at', at)), '{}') FROM chain.office_notes $$;`,
  calls: {
    maker: [
      'chain.lease_v1(text)',
      'chain.first_file_day_v1()',
      'chain.add_day_v1(bigint,date,bigint,bigint,timestamptz,text)',
      'chain.days_v1(date,date,int)',
      'chain.missing_days_v1()',
      'chain.unmade_days_v1()',
      'chain.begin_attempt_v1(bigint,date,text,text)',
      'chain.end_attempt_v1(bigint,date,int,text)',
      'chain.attempts_v1(date,int)',
      'chain.set_part_v1(bigint,date,text)',
      'chain.open_offer_v1(bigint,date,uuid,text)',
      'chain.close_offer_v1(bigint,date)',
      'chain.uploaded_v1(bigint,date,text)',
      'chain.hand_in_v1(date,text,text)',
      'chain.take_back_hand_in_v1(date,text,text)',
      'chain.send_again_v1(date,text,text)',
      'chain.set_note_v1(text,jsonb)',
      'chain.notes_v1()',
    ],
    office: [
      'chain.lease_v1(text)',
      'chain.days_v1(date,date,int)',
      'chain.missing_days_v1()',
      'chain.attempts_v1(date,int)',
      'chain.notes_v1()',
    ],
    admin: [
      'chain.hand_in_v1(date,text,text)',
      'chain.take_back_hand_in_v1(date,text,text)',
      'chain.send_again_v1(date,text,text)',
    ],
  },
};
