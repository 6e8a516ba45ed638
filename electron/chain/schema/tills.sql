-- The tills, and one row for each with its status, which every push updates.

-- Which till calls: by its login, never by what it says.
CREATE OR REPLACE FUNCTION chain.me() RETURNS uuid LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT till_id FROM chain.tills WHERE role_name = session_user AND retired_at IS NULL $$;

CREATE OR REPLACE FUNCTION chain.must_be_till() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE t uuid := chain.me();
BEGIN
  IF t IS NULL THEN RAISE EXCEPTION 'not a till of this chain' USING ERRCODE = '28000'; END IF;
  RETURN t;
END $$;

-- Whether `t` may change what `p_holder` told: a copy of a ledger under another login may not,
-- unless the first one is retired.
CREATE OR REPLACE FUNCTION chain.may_change(p_holder uuid, t uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT p_holder = t OR EXISTS (SELECT FROM chain.tills x
    WHERE x.till_id = p_holder AND x.retired_at IS NOT NULL) $$;

CREATE OR REPLACE FUNCTION chain.enroll_v1(
  p_till uuid, p_role text, p_shop text, p_pos text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO chain.tills (till_id, role_name, shop, pos_number)
  VALUES (p_till, p_role, p_shop, p_pos);
  EXECUTE format('CREATE SEQUENCE chain.%I', 'use_of_' || p_till);
  PERFORM chain.apply_till_settings(p_role);
END $$;

-- False where no till that is not retired has that role.
CREATE OR REPLACE FUNCTION chain.retire_v1(p_role text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH retired AS (UPDATE chain.tills SET retired_at = now()
    WHERE role_name = p_role AND retired_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT FROM retired) $$;

-- Whether an administrator wants the calling till to replace its password.
CREATE OR REPLACE FUNCTION chain.is_password_due_v1() RETURNS boolean LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM chain.tills
    WHERE till_id = chain.must_be_till() AND password_due_at IS NOT NULL) $$;

-- The calling till has replaced its password.
CREATE OR REPLACE FUNCTION chain.password_replaced_v1() RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE chain.tills SET password_due_at = NULL WHERE till_id = chain.must_be_till() $$;
