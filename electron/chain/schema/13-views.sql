-- Tills now search a number within a day by indexes first.
DROP FUNCTION IF EXISTS chain.view_payments_v2(jsonb, timestamptz, uuid, int);
