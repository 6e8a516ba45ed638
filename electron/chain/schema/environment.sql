-- The environment of the chain: one row, set by the first till that reports. Payments of training
-- or of the sandbox are never mixed with real ones: a till of another environment is rejected
-- before it sends or queries anything. It cannot be changed: another environment has its own
-- database.

-- A till that only asks decides nothing, and may ask a standby.
CREATE OR REPLACE FUNCTION chain.environment_v1(p_environment text, p_decides boolean)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET lock_timeout = '2s' AS $$
DECLARE t uuid := chain.must_be_till(); ours text;
BEGIN
  SELECT e.name INTO ours FROM chain.environment e;
  IF ours IS NULL AND p_decides THEN
    INSERT INTO chain.environment (name, said_by) VALUES (p_environment, t)
    ON CONFLICT DO NOTHING;
    SELECT e.name INTO ours FROM chain.environment e;
  END IF;
  IF ours <> p_environment THEN
    RAISE EXCEPTION 'the chain is of %, and this till of %', ours, p_environment
      USING ERRCODE = 'MS004';
  END IF;
END $$;
