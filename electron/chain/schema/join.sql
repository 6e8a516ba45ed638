-- A till that joins by a code: its login exists, ends soon, and is not yet a till of the chain. And a
-- till that leaves.

-- Enrolls the calling login, once, with the password of this verifier and without an end.
CREATE OR REPLACE FUNCTION chain.join_v1(
  p_shop text, p_pos text, p_verifier text, p_environment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM chain.tills WHERE role_name = session_user)
    OR NOT EXISTS (SELECT FROM pg_roles WHERE rolname = session_user AND rolvaliduntil > now())
  THEN RAISE EXCEPTION 'this login cannot join' USING ERRCODE = '28000'; END IF;
  IF p_verifier !~ '^SCRAM-SHA-256\$' OR length(p_verifier) > 300 OR length(p_shop) > 60
    OR length(p_pos) NOT BETWEEN 1 AND 60
  THEN RAISE EXCEPTION 'invalid argument' USING ERRCODE = '22023'; END IF;
  EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL %L', session_user, p_verifier, 'infinity');
  BEGIN
    PERFORM chain.enroll_v1(gen_random_uuid(), session_user::text, p_shop, p_pos);
  EXCEPTION WHEN unique_violation THEN
    RAISE EXCEPTION 'another till has this POS number' USING ERRCODE = 'MS005';
  END;
  -- A till of another environment does not join, and does not use up the code.
  PERFORM chain.environment_v1(p_environment, false);
END $$;

-- Retires the calling till. With everything sent, no file of the day waits for it any more.
CREATE OR REPLACE FUNCTION chain.leave_v1(p_has_sent_all boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE t uuid := chain.must_be_till();
BEGIN
  UPDATE chain.standing SET is_closed = true WHERE till_id = t AND p_has_sent_all;
  PERFORM chain.retire_v1(session_user::text);
  EXECUTE format('ALTER ROLE %I NOLOGIN', session_user);
END $$;

-- The logins of codes that nobody used in time. From PostgreSQL 16 on, who created the group is a
-- member too.
CREATE OR REPLACE FUNCTION chain.expired_logins_v1(p_group text) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.rolname::text FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
  WHERE m.roleid = p_group::regrole AND r.rolvaliduntil < now()
    AND starts_with(r.rolname, p_group || '_')
    AND NOT EXISTS (SELECT FROM chain.tills t WHERE t.role_name = r.rolname) $$;
