-- Their payments now have a refund and a cancel.
CREATE INDEX payments_by_cancels ON chain.payments (cancels) WHERE cancels IS NOT NULL;
DROP FUNCTION IF EXISTS chain.view_lacking_v1(uuid);
DROP FUNCTION IF EXISTS chain.view_unresolved_v1(timestamptz, uuid, int);
DROP FUNCTION IF EXISTS chain.view_payments_v1(jsonb, timestamptz, uuid, int);
