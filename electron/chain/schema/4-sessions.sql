-- What the process did about the sessions of a till: why it ended some, and since when the login is
-- barred.
ALTER TABLE chain.tills ADD COLUMN barred_at timestamptz, ADD COLUMN ended_at timestamptz,
  ADD COLUMN ended_why text;
-- What a till may still send and ask: its sequence stood at this number at that time.
ALTER TABLE chain.standing ADD COLUMN use_since timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN use_base bigint NOT NULL DEFAULT 0;
DO $$
DECLARE t uuid;
BEGIN
  FOR t IN SELECT till_id FROM chain.tills LOOP
    EXECUTE format('CREATE SEQUENCE chain.%I', 'use_of_' || t);
  END LOOP;
END $$;
