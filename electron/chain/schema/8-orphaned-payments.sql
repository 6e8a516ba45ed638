-- What persons decided about payments that no ledger holds any more, with their proof.
CREATE TABLE chain.payment_acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  intent_day date NOT NULL, ledger_id uuid NOT NULL, payment_id uuid NOT NULL,
  state_before text NOT NULL, state text NOT NULL,
  -- The id of the service's row; null where the service has none.
  service_id text,
  by text NOT NULL, reason text NOT NULL, role_name text NOT NULL DEFAULT session_user
);
-- Rows of open payments are kept longer than others. Those before this second may be gone already:
-- with a version before this one, all were gone after four days.
ALTER TABLE chain.service_list ADD COLUMN kept_since_second bigint NOT NULL
  DEFAULT extract(epoch FROM now() - interval '3 days')::bigint;
